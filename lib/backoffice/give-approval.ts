import type { SignedInPerson } from "@/lib/contract/person";
import { ServiceError } from "@/lib/kernel/errors";
import type { ChangeSet, Decision } from "@/lib/ledger";
import { moveWithdrawal } from "@/lib/withdrawals/move-withdrawal";
import { approvalsNeeded } from "./approvals-needed";
import { refuseDependent } from "./refuse-dependent";
import type { AdminWithdrawalRow, ApprovalRow, ApproverRow } from "./store";

/** A person who approves, with the fields that decide whether the approval counts where two are needed. */
export type Approver = Pick<SignedInPerson, "id" | "name"> & ApproverRow;

/**
 * Leaves the row unchanged but increases its version, so that of two simultaneous approvals the second reads the row
 * again.
 */
function leftPending({ id, version, partnerId }: AdminWithdrawalRow): ChangeSet {
  return { partnerId, update: { withdrawals: [{ id, version, set: {} }] } };
}

/** Counts the independent approvals: people of one line count as one where two are needed. */
function countApprovals(approvals: readonly ApprovalRow[]): number {
  return new Set(approvals.filter(({ counts }) => counts).map(({ lineId }) => lineId)).size;
}

/**
 * Adds a person's approval to a withdrawal. The withdrawal becomes approved when this is the last approval needed;
 * otherwise it stays pending. An approval counts only while its author may still approve. Where two are needed, they
 * must come from two lines. The database trigger approved_by_enough checks the same rules.
 * @throws ServiceError WITHDRAWAL_NOT_PENDING; WITHDRAWAL_NEEDS_PARTNER while a second person of the partner must approve; SECOND_APPROVER_NEEDED when the person has approved already and another
 * approval is needed, or does not count as one of the two.
 */
export function giveApproval(
  withdrawal: AdminWithdrawalRow,
  approver: Approver,
  at: Date,
): Decision<AdminWithdrawalRow> {
  if (withdrawal.status !== "pending") throw new ServiceError("WITHDRAWAL_NOT_PENDING");
  if (withdrawal.awaitsPartner) throw new ServiceError("WITHDRAWAL_NEEDS_PARTNER");
  const { id: personId, name, lineId } = approver;
  const isGiven = withdrawal.approvals.some((given) => given.personId === personId);
  if (!isGiven) refuseDependent(withdrawal, approver, at);
  const approvals = isGiven
    ? withdrawal.approvals
    : [...withdrawal.approvals, { personId, name, at: at.toISOString(), counts: true, lineId }];
  const isEnough = countApprovals(approvals) >= approvalsNeeded(withdrawal);
  if (isGiven && !isEnough) throw new ServiceError("SECOND_APPROVER_NEEDED");
  const { changeSet, result } = isEnough
    ? moveWithdrawal(withdrawal, "approve", { at })
    : { changeSet: leftPending(withdrawal), result: withdrawal };
  const row = { withdrawalId: withdrawal.id, personId, createdAt: at };
  return {
    changeSet: isGiven ? changeSet : { ...changeSet, insert: { withdrawal_approvals: [row] } },
    result: { ...withdrawal, ...result, approvals },
  };
}
