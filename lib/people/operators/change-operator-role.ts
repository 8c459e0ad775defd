import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { approvalsCountFrom } from "@/lib/identity/approvals-count-from";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { isSecondNeeded } from "@/lib/people/admin-requests/is-second-needed";
import { requestSecondAdministrator } from "@/lib/people/admin-requests/request-second-administrator";
import { changePerson } from "@/lib/people/team/sql-store";
import type { changeOperatorRoleContract } from "./contract";
import { findOperatorOf } from "./find-operator-of";
import { presentOperator } from "./present";
import { refuseUnchangedOperator } from "./refuse-unchanged";

/**
 * Changes the role of one of the operator's people, with effect from their next request. When some withdrawals need two
 * approvals, two administrators must agree to a role with more rights: the request of the first is pending until the
 * second confirms it.
 * Source: docs/decisions/0045-one-administrator-is-not-two.md
 */
export const changeOperatorRole: AdminUseCase<typeof changeOperatorRoleContract> = async (
  context,
) => {
  const { person, input } = context;
  const { role, totp } = input.body;
  await requireSecondFactor(person, totp, context.at);
  // Decisions compare with this clock when the approvals of a promoted operator count.
  const at = await databaseTimeOf(context.at);
  const changed = await findOperatorOf(input.params.id, at);
  const details = { targetId: changed.id, before: { role: changed.role }, after: { role } };
  const approvesFrom = approvalsCountFrom(at);
  const by = { partnerId: null, actorId: person.id, approvesFrom, at };
  const outcome = await auditAdminAction(context, "operator.role", details, () =>
    changePerson({ ...by, personId: changed.id, role }),
  ).catch((error: unknown) => {
    if (isSecondNeeded(error)) return "second_needed" as const;
    throw error;
  });
  if (outcome === "second_needed") {
    const details = { fromRole: changed.role, role };
    const request = { kind: "operator_role", targetId: changed.id, details } as const;
    return {
      ...presentOperator(changed, person.id),
      request: await requestSecondAdministrator(context, request),
    };
  }
  refuseUnchangedOperator(outcome);
  return presentOperator({ ...changed, role }, person.id);
};
