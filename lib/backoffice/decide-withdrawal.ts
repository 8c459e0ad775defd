import type { OperatorAction } from "@/lib/audit/actions";
import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { SignedInPerson } from "@/lib/contract/person";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { describeAudit } from "@/lib/kernel/audit-context";
import { type Decision, decideAndCommit } from "@/lib/ledger";
import { moveWithdrawal } from "@/lib/withdrawals/move-withdrawal";
import { approvalsNeeded } from "./approvals-needed";
import { findWithdrawal } from "./find-withdrawal";
import { giveApproval } from "./give-approval";
import { giveUp } from "./give-up";
import { presentAdminWithdrawal } from "./present";
import { refuseUnsafe } from "./refuse-unsafe";
import { type AdminWithdrawalRow, findApprover } from "./store";

interface Verdict {
  action: "approve" | "reject" | "fail";
  withdrawalId: string;
  totp: string;
  reason?: string | undefined;
  person: SignedInPerson;
  requestId: string;
  ipAddress: string | null;
  at: Date;
}

const AUDIT_ACTIONS = {
  approve: "withdrawal.approve",
  reject: "withdrawal.reject",
  fail: "withdrawal.fail",
} as const satisfies Record<Verdict["action"], OperatorAction>;

async function decide(
  withdrawal: AdminWithdrawalRow,
  { action, person, at, reason }: Verdict,
): Promise<Decision<AdminWithdrawalRow>> {
  if (action === "fail") return giveUp(withdrawal, reason, at);
  if (action === "approve") {
    const approver = { ...person, ...(await findApprover(person.id)) };
    const decision = giveApproval(withdrawal, approver, at);
    await refuseUnsafe(withdrawal);
    return decision;
  }
  const { changeSet, result } = moveWithdrawal(withdrawal, "reject", { at, reason });
  return { changeSet, result: { ...withdrawal, ...result } };
}

/**
 * The state of a withdrawal in its audit entry; includes the number of approvals only where more than one is needed.
 */
function standing(withdrawal: AdminWithdrawalRow): Record<string, unknown> {
  const { status, approvals } = withdrawal;
  return approvalsNeeded(withdrawal) === 1 ? { status } : { status, approvals: approvals.length };
}

/**
 * Decides on a withdrawal: checks the second factor, then commits the new status with its audit entry. When several
 * decisions, or a decision and a cancellation or a signature, happen at once, one succeeds: the change is guarded by
 * the version that was read.
 */
export async function decideWithdrawal(verdict: Verdict) {
  const { action, withdrawalId: targetId, person, at, reason } = verdict;
  await requireSecondFactor(person, verdict.totp, at);
  const decided = await auditAdminAction(verdict, AUDIT_ACTIONS[action], { targetId }, () =>
    decideAndCommit(
      () => findWithdrawal(targetId),
      async (withdrawal) => {
        const decision = await decide(withdrawal, verdict);
        const after = standing(decision.result);
        describeAudit({
          before: standing(withdrawal),
          after: { ...after, ...(reason === undefined ? {} : { reason }) },
        });
        return decision;
      },
    ),
  );
  return presentAdminWithdrawal(decided);
}
