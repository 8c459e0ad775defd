import type { PersonUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { describeAudit } from "@/lib/kernel/audit-context";
import { confirmChange } from "./confirm-change";
import type { changeRoleContract } from "./contract";
import { findPersonOf } from "./find-person-of";
import { presentPerson } from "./present";
import { refuseUnchangedPerson } from "./refuse-unchanged";
import { changeRoleFrom } from "./sql-store";

/**
 * Changes a person's role, with effect from their next request. A role with more rights needs the password, and so does
 * the change of an owner. When another request changed the role meanwhile, the decision is made again.
 */
export const changeRole: PersonUseCase<typeof changeRoleContract> = async (context) => {
  const { partner, person, input, at } = context;
  const { role, password, keepKeyIds: keptKeyIds = [] } = input.body;
  const changed = await findPersonOf(partner.id, input.params.personId);
  await confirmChange(person, { from: changed.role, to: role, password, at });
  describeAudit({ before: { role: changed.role }, after: { role } });
  const change = {
    partnerId: partner.id,
    actorId: person.id,
    personId: changed.id,
    role,
    keptKeyIds,
    at: await databaseTimeOf(at),
  };
  const result = await changeRoleFrom(changed.role, change);
  if (result === undefined) return changeRole(context);
  refuseUnchangedPerson(result);
  return presentPerson({ ...changed, role }, person.id);
};
