import type { SignedInPerson } from "@/lib/contract/person";
import { ServiceError } from "@/lib/kernel/errors";
import type { ChangeSet, Decision } from "@/lib/ledger";
import { moveWithdrawal } from "@/lib/withdrawals/move-withdrawal";
import type { ApprovalSignature } from "@/lib/withdrawals/signed-approvals/approval-signature";
import { needsSignature } from "@/lib/withdrawals/signed-approvals/signature-needs";
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

const isSignatureNeeded = ({ amountMicroUsd, feeMicroUsd }: AdminWithdrawalRow) =>
  needsSignature(amountMicroUsd - feeMicroUsd);

/**
 * Counts the independent approvals: people of one line count as one where two are needed, and an approval without a
 * signature does not count where one is needed.
 */
function countApprovals(withdrawal: AdminWithdrawalRow, approvals: readonly ApprovalRow[]): number {
  const isSignedOnly = isSignatureNeeded(withdrawal);
  const counting = approvals.filter(
    ({ counts, isSigned }) => counts && (isSigned || !isSignedOnly),
  );
  return new Set(counting.map(({ lineId }) => lineId)).size;
}

function approvalOf(
  { id: personId, name, lineId }: Approver,
  signature: ApprovalSignature | null,
  at: Date,
): ApprovalRow {
  const isSigned = signature !== null;
  return { personId, name, at: at.toISOString(), counts: true, lineId, isSigned };
}

/**
 * Adds a person's approval to a withdrawal. The withdrawal becomes approved when this is the last approval needed;
 * otherwise it stays pending. An approval counts only while its author may still approve. Where two are needed, they
 * must come from two lines. The database trigger approved_by_enough checks the same rules.
 * @throws ServiceError WITHDRAWAL_NOT_PENDING; WITHDRAWAL_NEEDS_PARTNER while a second person of the partner must approve;
 * APPROVAL_SIGNATURE_NEEDED; SECOND_APPROVER_NEEDED when the person has approved already and another
 * approval is needed, or does not count as one of the two.
 */
export function giveApproval(
  withdrawal: AdminWithdrawalRow,
  approver: Approver,
  signature: ApprovalSignature | null,
  at: Date,
): Decision<AdminWithdrawalRow> {
  if (withdrawal.status !== "pending") throw new ServiceError("WITHDRAWAL_NOT_PENDING");
  if (withdrawal.awaitsPartner) throw new ServiceError("WITHDRAWAL_NEEDS_PARTNER");
  if (signature === null && isSignatureNeeded(withdrawal))
    throw new ServiceError("APPROVAL_SIGNATURE_NEEDED");
  const { id: personId } = approver;
  const isGiven = withdrawal.approvals.some((given) => given.personId === personId);
  if (!isGiven) refuseDependent(withdrawal, approver, at);
  const approvals = isGiven
    ? withdrawal.approvals
    : [...withdrawal.approvals, approvalOf(approver, signature, at)];
  const isEnough = countApprovals(withdrawal, approvals) >= approvalsNeeded(withdrawal);
  if (isGiven && !isEnough) throw new ServiceError("SECOND_APPROVER_NEEDED");
  const { changeSet, result } = isEnough
    ? moveWithdrawal(withdrawal, "approve", { at })
    : { changeSet: leftPending(withdrawal), result: withdrawal };
  const row = { withdrawalId: withdrawal.id, personId, createdAt: at, signature };
  return {
    changeSet: isGiven ? changeSet : { ...changeSet, insert: { withdrawal_approvals: [row] } },
    result: { ...withdrawal, ...result, approvals },
  };
}
