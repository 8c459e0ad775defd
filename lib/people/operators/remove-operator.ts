import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { changePerson } from "@/lib/people/team/sql-store";
import type { removeOperatorContract } from "./contract";
import { findOperatorOf } from "./find-operator-of";
import { refuseUnchangedOperator } from "./refuse-unchanged";

/** Removes a person: their sessions are refused from the next request. Their audit entries stay. */
export const removeOperator: AdminUseCase<typeof removeOperatorContract> = async (context) => {
  const { person, input } = context;
  const at = await databaseTimeOf(context.at);
  await requireSecondFactor(person, input.body.totp, context.at);
  const { id, name, email, role } = await findOperatorOf(input.params.id, at);
  const details = { targetId: id, before: { name, email, role }, after: null };
  refuseUnchangedOperator(
    await auditAdminAction(context, "operator.remove", details, () =>
      changePerson({ partnerId: null, actorId: person.id, personId: id, role: null, at }),
    ),
  );
  return { removed: true };
};
