import { ServiceError } from "@/lib/kernel/errors";
import { approvalsNeeded } from "./approvals-needed";
import type { AdminWithdrawalRow, ApproverRow } from "./store";

/**
 * Where two must approve, refuses an approval that would not count: of somebody who became an approver too late, or who
 * may be the same person as one who has approved. Source: docs/decisions/0045-one-administrator-is-not-two.md
 * @throws ServiceError SECOND_APPROVER_NEEDED with the reason
 */
export function refuseDependent(
  withdrawal: AdminWithdrawalRow,
  { roleSince, approvesFrom, lineId }: ApproverRow,
  at: Date,
): void {
  if (approvalsNeeded(withdrawal) === 1) return;
  const refuse = (text: string) => new ServiceError("SECOND_APPROVER_NEEDED", { text });
  if (roleSince > withdrawal.createdAt)
    throw refuse(
      "You became an approver after this withdrawal was requested. Two administrators who were approvers before must approve it.",
    );
  if (approvesFrom > at)
    throw refuse(
      `You became an approver a short time ago. Where two administrators approve, your approval counts from ${approvesFrom.toISOString()}. Another administrator must approve it until then.`,
    );
  const other = withdrawal.approvals.find((given) => given.counts && given.lineId === lineId);
  if (other)
    throw refuse(
      `You and ${other.name}, who approved this withdrawal, count as one: one of you let the other in, or the same person let in both. Another administrator must approve it.`,
    );
}
