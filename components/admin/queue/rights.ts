import type { QueuedWithdrawal } from "./queries";

interface Reader {
  role: string;
  personId: string;
}

/** The approvals that count now: where a signature is needed, only those with one. */
export const countingApprovals = ({ approvals, signing }: QueuedWithdrawal) =>
  approvals.filter(({ counts, isSigned }) => counts && (isSigned || !signing));

/** How many further approvals are needed; not below zero. */
export const missingApprovals = (withdrawal: QueuedWithdrawal) =>
  Math.max(0, withdrawal.approvalsNeeded - countingApprovals(withdrawal).length);

/** Whether the approvals that were given are enough by themselves, as after the amount for two approvers was raised. */
const hasEnoughApprovals = (withdrawal: QueuedWithdrawal) => missingApprovals(withdrawal) === 0;

/**
 * Returns the actions that a person may take on a withdrawal, and when they approved it. Who has approved may approve again
 * where no other approval is needed any more: nothing else would send the withdrawal.
 */
export function rightsOf(withdrawal: QueuedWithdrawal, { role, personId }: Reader) {
  const { status, approvals, partnerSuspended, screening, awaitsPartner } = withdrawal;
  const own = approvals.find((each) => each.personId === personId);
  const isOpen = status === "pending";
  const mayReject = isOpen && role !== "auditor";
  const isScreened = screening !== undefined && screening.released === undefined;
  const mayApprove =
    mayReject &&
    partnerSuspended === undefined &&
    !isScreened &&
    !awaitsPartner &&
    (own === undefined || hasEnoughApprovals(withdrawal));
  return { isOpen, approvedAt: own?.approvedAt, mayApprove, mayReject };
}
