import type { Step } from "@/components/ui/timeline";
import { isStopped } from "./is-stopped";
import type { QueuedWithdrawal } from "./queries";
import { missingApprovals } from "./rights";

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
  const { status, completedAt, cancelledAt, rejectedAt } = withdrawal;
  const missing = missingApprovals(withdrawal);
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

type Approval = QueuedWithdrawal["approvals"][number];

/** Why an approval does not count; undefined for one that does. The present settings do not judge a decided withdrawal. */
function faultOf({ counts, isSigned }: Approval, { status, signing }: QueuedWithdrawal) {
  if (!counts) return "Does not count: this person cannot approve, or not as one of two.";
  if (status === "pending" && signing && !isSigned)
    return "Does not count: an amount like this is now approved with a passkey.";
  return undefined;
}

/** Returns the steps of a withdrawal so far, with the approvers, and the present one. */
export function stepsOf(withdrawal: QueuedWithdrawal): Step[] {
  return [
    { state: "settled", title: "Requested", at: withdrawal.createdAt },
    ...withdrawal.approvals.map((approval): Step => {
      const { name, approvedAt, isSigned } = approval;
      const text = faultOf(approval, withdrawal);
      return {
        state: text === undefined ? "settled" : "attention",
        title: isSigned ? `Approved and signed by ${name}` : `Approved by ${name}`,
        text,
        at: approvedAt,
      };
    }),
    lastStep(withdrawal),
  ];
}
