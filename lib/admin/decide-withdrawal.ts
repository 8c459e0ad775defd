import { type AuditAction, auditEntry } from "@/lib/audit/audit-entry";
import { confirmSecondFactor } from "@/lib/auth/confirm-second-factor";
import type { SignedInPerson } from "@/lib/auth/person";
import { decideAndCommit } from "@/lib/ledger";
import { moveWithdrawal } from "@/lib/withdrawals/move-withdrawal";
import { findWithdrawal } from "./find-withdrawal";
import { presentAdminWithdrawal } from "./present";

interface Verdict {
  action: "approve" | "reject";
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
} as const satisfies Record<Verdict["action"], AuditAction>;

/**
 * Decides on a pending withdrawal: second factor first, then the move and its audit entry in one commit. Of decisions
 * made at once, or a decision and a cancellation, one wins: the version that was read guards the change.
 */
export async function decideWithdrawal(verdict: Verdict) {
  const { action, person, at, reason } = verdict;
  await confirmSecondFactor(person, verdict.totp, at);
  const decided = await decideAndCommit(
    () => findWithdrawal(verdict.withdrawalId),
    (withdrawal) => {
      const { work, result: moved } = moveWithdrawal(withdrawal, action, { at, reason });
      const entry = auditEntry({
        personId: person.id,
        action: AUDIT_ACTIONS[action],
        targetId: withdrawal.id,
        before: { status: withdrawal.status },
        after: { status: moved.status, ...(reason === undefined ? {} : { reason }) },
        ipAddress: verdict.ipAddress,
        requestId: verdict.requestId,
        at,
      });
      return {
        work: { ...work, insert: { audit_entries: [entry] } },
        result: { ...withdrawal, ...moved },
      };
    },
  );
  return presentAdminWithdrawal(decided);
}
