import type { State } from "@/components/ui/state-mark";
import type { Step } from "@/components/ui/timeline";
import type { Withdrawal, WithdrawalProgress } from "./queries";

const FOR_OPERATOR =
  "Each withdrawal is reviewed by our team. You can cancel it until it is approved.";
const FOR_PARTNER =
  "An owner on your team approves it first, then our team reviews it. You can cancel it until our team approves it.";
const REFUNDED = "The full amount was refunded to your wallet.";

/** Returns the outcome of a withdrawal that was not sent. */
function endOf(
  { status, rejectReason, failureReason, cancelledAt }: Withdrawal,
  { rejectedAt, failedAt }: Partial<WithdrawalProgress>,
): Step | undefined {
  if (status === "cancelled")
    return { state: "attention", title: "Cancelled", text: REFUNDED, at: cancelledAt };
  const because = (reason: string | undefined) => (reason ? `${reason} ${REFUNDED}` : REFUNDED);
  if (status === "rejected")
    return {
      state: "attention",
      title: "Rejected",
      text: because(rejectReason && `Reason: ${rejectReason.replace(/\.$/, "")}.`),
      at: rejectedAt,
    };
  if (status === "failed")
    return {
      state: "failed",
      title: "Failed",
      text: because(failureReason),
      at: failedAt,
    };
  return undefined;
}

/** Says where the money of a withdrawal is now. */
export function whereabouts({ status }: Withdrawal): { state: State; text: string } {
  switch (status) {
    case "pending":
      return { state: "waiting", text: "Pending approval. The amount is reserved." };
    case "approved":
      return { state: "waiting", text: "Approved and being sent to the address." };
    case "completed":
      return { state: "settled", text: "Completed. Sent to the address as USDC." };
    case "failed":
      return { state: "failed", text: "Failed. The amount was refunded to your wallet." };
    default:
      return {
        state: "attention",
        text: "Nothing was sent. The amount was refunded to your wallet.",
      };
  }
}

/** Returns the steps of a withdrawal so far, and the next one with the person who takes it. */
export function stepsOf(
  withdrawal: Withdrawal,
  progress: Partial<WithdrawalProgress> = {},
): Step[] {
  const { status, createdAt, approvedAt, completedAt } = withdrawal;
  const requested: Step = {
    state: "settled",
    title: "Requested",
    text: "The amount was debited from your wallet.",
    at: createdAt,
  };
  const approved: Step[] =
    approvedAt === undefined ? [] : [{ state: "settled", title: "Approved", at: approvedAt }];
  const end = endOf(withdrawal, progress);
  if (end) return [requested, ...approved, end];
  if (status === "completed")
    return [requested, ...approved, { state: "settled", title: "Sent on Base", at: completedAt }];
  if (status === "approved")
    return [
      requested,
      ...approved,
      {
        state: "waiting",
        title: "Sending on Base",
        text: "Sent automatically within minutes. It can no longer be cancelled.",
        isNext: true,
      },
    ];
  return [
    requested,
    {
      state: "waiting",
      title: "Pending approval",
      text: progress.waiting ? FOR_PARTNER : FOR_OPERATOR,
      isNext: true,
    },
  ];
}
