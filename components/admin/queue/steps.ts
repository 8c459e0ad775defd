import type { Step } from "@/components/ui/timeline";
import { isStopped } from "./is-stopped";
import type { QueuedWithdrawal } from "./queries";

function sendingStep(withdrawal: QueuedWithdrawal): Step {
  if (!isStopped(withdrawal))
    return { state: "waiting", title: "Sending", text: "Sent automatically within minutes." };
  if (withdrawal.isHeldAsRepeat)
    return { state: "attention", title: "Not sent", text: "It may repeat a payment. Fail it." };
  return withdrawal.partnerSuspended
    ? { state: "attention", title: "On hold", text: "Until the partner is reactivated." }
    : { state: "attention", title: "Not sent", text: "Retried automatically." };
}

/** The outcome of a withdrawal, or its pending step. */
function lastStep(withdrawal: QueuedWithdrawal): Step {
  const { status, approvals, approvalsNeeded, completedAt, cancelledAt, rejectedAt } = withdrawal;
  const missing = approvalsNeeded - approvals.filter(({ counts }) => counts).length;
  switch (status) {
    case "pending":
      return {
        state: "waiting",
        title: missing > 1 ? `Needs ${missing} approvals` : "Needs approval",
      };
    case "approved":
      return sendingStep(withdrawal);
    case "completed":
      return { state: "settled", title: "Sent", at: completedAt };
    case "cancelled":
      return { state: "attention", title: "Cancelled by the partner", at: cancelledAt };
    case "rejected":
      return {
        state: "attention",
        title: "Rejected",
        text: withdrawal.rejectReason && `Shown to the partner: ${withdrawal.rejectReason}`,
        at: rejectedAt,
      };
    case "failed":
      return {
        state: "failed",
        title: "Failed",
        text: withdrawal.failureReason,
        at: withdrawal.failedAt,
      };
  }
}

/** Returns the steps of a withdrawal so far, with the approvers, and the present one. */
export function stepsOf(withdrawal: QueuedWithdrawal): Step[] {
  return [
    { state: "settled", title: "Requested", at: withdrawal.createdAt },
    ...withdrawal.approvals.map(
      ({ name, approvedAt, counts, isSigned }): Step => ({
        state: counts ? "settled" : "attention",
        title: isSigned ? `Approved and signed by ${name}` : `Approved by ${name}`,
        text: counts
          ? undefined
          : "Does not count: this person cannot approve, or not as one of two.",
        at: approvedAt,
      }),
    ),
    lastStep(withdrawal),
  ];
}
