import type { PersonUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { describeAudit } from "@/lib/kernel/audit-context";
import { confirmChange } from "./confirm-change";
import type { removePersonContract } from "./contract";
import { findPersonOf } from "./find-person-of";
import { refuseUnchangedPerson } from "./refuse-unchanged";
import { changeRoleFrom } from "./sql-store";

/**
 * Removes a person: their sessions are refused from the next request, and the API keys for which they are responsible
 * are revoked, except those that the acting owner takes over. The person's audit entries stay. To remove an owner needs
 * the password; when another request changed the role meanwhile, this is decided again.
 */
export const removePerson: PersonUseCase<typeof removePersonContract> = async (context) => {
  const { partner, person, input, at } = context;
  const { password, keepKeyIds: keptKeyIds = [] } = input.body;
  const { id, name, email, role } = await findPersonOf(partner.id, input.params.personId);
  await confirmChange(person, { from: role, to: null, password, at });
  describeAudit({ before: { name, email, role }, after: null });
  const removal = { partnerId: partner.id, actorId: person.id, personId: id, role: null };
  const result = await changeRoleFrom(role, {
    ...removal,
    keptKeyIds,
    at: await databaseTimeOf(at),
  });
  if (result === undefined) return removePerson(context);
  refuseUnchangedPerson(result);
  return { removed: true };
};
