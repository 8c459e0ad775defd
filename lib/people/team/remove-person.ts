import type { PersonUseCase } from "@/lib/contract/use-cases";
import { describeAudit } from "@/lib/kernel/audit-context";
import type { removePersonContract } from "./contract";
import { findPersonOf } from "./find-person-of";
import { refuseUnchangedPerson } from "./refuse-unchanged";
import { changePerson } from "./sql-store";

/**
 * Removes a person: their sessions are refused from the next request, and the API keys for which they are responsible
 * are revoked, except those that the acting owner takes over. The person's audit entries stay.
 */
export const removePerson: PersonUseCase<typeof removePersonContract> = async ({
  partner,
  person,
  input,
  at,
}) => {
  const { id, name, email, role } = await findPersonOf(partner.id, input.params.personId);
  describeAudit({ before: { name, email, role }, after: null });
  refuseUnchangedPerson(
    await changePerson({
      partnerId: partner.id,
      actorId: person.id,
      personId: id,
      role: null,
      keptKeyIds: input.body.keepKeyIds ?? [],
      at,
    }),
  );
  return { removed: true };
};
