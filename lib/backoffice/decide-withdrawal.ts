import { type AuditAction, auditEntry } from "@/lib/audit/audit-entry";
import type { SignedInPerson } from "@/lib/contract/person";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { type Decision, decideAndCommit, mergeChangeSets } from "@/lib/ledger";
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
} as const satisfies Record<Verdict["action"], AuditAction>;

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
  const { action, person, at, reason, ipAddress, requestId } = verdict;
  await requireSecondFactor(person, verdict.totp, at);
  const decided = await decideAndCommit(
    () => findWithdrawal(verdict.withdrawalId),
    async (withdrawal) => {
      const { changeSet, result } = await decide(withdrawal, verdict);
      const entry = auditEntry({
        personId: person.id,
        action: AUDIT_ACTIONS[action],
        targetId: withdrawal.id,
        before: standing(withdrawal),
        after: { ...standing(result), ...(reason === undefined ? {} : { reason }) },
        ipAddress,
        requestId,
        at,
      });
      return {
        changeSet: mergeChangeSets(changeSet, { insert: { audit_entries: [entry] } }),
        result,
      };
    },
  );
  return presentAdminWithdrawal(decided);
}
