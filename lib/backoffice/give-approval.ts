import type { SignedInPerson } from "@/lib/contract/person";
import { ServiceError } from "@/lib/kernel/errors";
import type { ChangeSet, Decision } from "@/lib/ledger";
import { moveWithdrawal } from "@/lib/withdrawals/move-withdrawal";
import { approvalsNeeded } from "./approvals-needed";
import { refuseDependent } from "./refuse-dependent";
import type { AdminWithdrawalRow, ApprovalRow, ApproverRow } from "./store";

/** Somebody who approves, with what decides whether it counts where two are needed. */
export type Approver = Pick<SignedInPerson, "id" | "name"> & ApproverRow;

/** The row as it is, and another version: of two who approve at once the second reads again. */
function leftPending({ id, version, partnerId }: AdminWithdrawalRow): ChangeSet {
  return { partnerId, update: { withdrawals: [{ id, version, set: {} }] } };
}

/** How many independent people have approved: people of one line count as one where two are needed. */
function countApprovals(approvals: readonly ApprovalRow[]): number {
  return new Set(approvals.filter(({ counts }) => counts).map(({ lineId }) => lineId)).size;
}

/**
 * What a person's approval makes of a withdrawal: approved, when it is the last one that is needed, else pending with
 * one approval more. Approvals count while their givers may approve. Where two are needed they are of two lines. The
 * trigger approved_by_enough of the database holds the same.
 * @throws ServiceError WITHDRAWAL_NOT_PENDING; SECOND_APPROVER_NEEDED for who has approved and is not enough, or does not
 * count as one of two.
 */
export function giveApproval(
  withdrawal: AdminWithdrawalRow,
  approver: Approver,
  at: Date,
): Decision<AdminWithdrawalRow> {
  if (withdrawal.status !== "pending") throw new ServiceError("WITHDRAWAL_NOT_PENDING");
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
