import type { PersonUseCase } from "@/lib/contract/use-cases";
import { describeAudit } from "@/lib/kernel/audit-context";
import { confirmRaise } from "./confirm-raise";
import type { changeRoleContract } from "./contract";
import { findPersonOf } from "./find-person-of";
import { presentPerson } from "./present";
import { refuseUnchangedPerson } from "./refuse-unchanged";
import { changeRoleFrom } from "./sql-store";

/**
 * Changes a person's role, with effect from their next request. A role with more rights needs the password. When
 * another request changed the role meanwhile, the decision is made again: to keep the role needs no password, to raise
 * it does.
 */
export const changeRole: PersonUseCase<typeof changeRoleContract> = async (context) => {
  const { partner, person, input, at } = context;
  const { role, keepKeyIds: keptKeyIds = [] } = input.body;
  const changed = await findPersonOf(partner.id, input.params.personId);
  await confirmRaise(context, changed.role);
  describeAudit({ before: { role: changed.role }, after: { role } });
  const change = {
    partnerId: partner.id,
    actorId: person.id,
    personId: changed.id,
    role,
    keptKeyIds,
    at,
  };
  const result = await changeRoleFrom(changed.role, change);
  if (result === undefined) return changeRole(context);
  refuseUnchangedPerson(result);
  return presentPerson({ ...changed, role }, person.id);
};
