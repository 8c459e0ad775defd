import { ServiceError } from "@/lib/kernel/errors";
import { approvalsNeeded } from "./approvals-needed";
import type { AdminWithdrawalRow, ApproverRow } from "./store";

/**
 * Where two must approve, refuses an approval that would not count: the person became an approver too late, or may be
 * the same person as one who has approved. Source: docs/decisions/0045-one-administrator-is-not-two.md
 * @throws ServiceError SECOND_APPROVER_NEEDED with the reason
 */
export function refuseDependent(
  withdrawal: AdminWithdrawalRow,
  { roleSince, approvesFrom, lineId }: ApproverRow,
  at: Date,
): void {
  if (approvalsNeeded(withdrawal) === 1) return;
  const refuse = (text: string) => new ServiceError("SECOND_APPROVER_NEEDED", { text });
  if (roleSince > withdrawal.requestedAt)
    throw refuse(
      "You became an approver after this withdrawal was requested. Two administrators who were approvers before that must approve it.",
    );
  if (approvesFrom > at)
    throw refuse(
      `You became an approver recently. Where two approvals are required, your approval counts from ${approvesFrom.toISOString()}. Until then, another administrator must approve.`,
    );
  const other = withdrawal.approvals.find((given) => given.counts && given.lineId === lineId);
  if (other)
    throw refuse(
      `You and ${other.name}, who approved this withdrawal, count as one: one of you invited the other, or the same person invited both. Another administrator must approve it.`,
    );
}
