import type { State } from "@/components/ui/state-mark";
import type { Step } from "@/components/ui/timeline";
import type { Withdrawal, WithdrawalProgress } from "./queries";

const REFUNDED = "The whole amount is back in your wallet.";

/** How a withdrawal ended, when it has ended otherwise than by being sent. */
function endOf(
  { status, rejectReason, failureReason, cancelledAt }: Withdrawal,
  { rejectedAt, failedAt }: Partial<WithdrawalProgress>,
): Step | undefined {
  if (status === "cancelled")
    return { state: "attention", title: "Cancelled by you", text: REFUNDED, at: cancelledAt };
  const because = (reason: string | undefined) => (reason ? `${reason} ${REFUNDED}` : REFUNDED);
  if (status === "rejected")
    return {
      state: "attention",
      title: "Rejected by the operator",
      text: because(rejectReason && `The reason given: ${rejectReason.replace(/\.$/, "")}.`),
      at: rejectedAt,
    };
  if (status === "failed")
    return {
      state: "failed",
      title: "Could not be sent",
      text: because(failureReason),
      at: failedAt,
    };
  return undefined;
}

/** Where the money of a withdrawal is now, in a sentence. */
export function whereabouts({ status }: Withdrawal): { state: State; text: string } {
  switch (status) {
    case "pending":
      return { state: "waiting", text: "Off your wallet and set aside until it is approved." };
    case "approved":
      return { state: "waiting", text: "Off your wallet and on its way to the address." };
    case "completed":
      return { state: "settled", text: "At the address, as USDC." };
    case "failed":
      return { state: "failed", text: "Back in your wallet: it could not be sent." };
    default:
      return { state: "attention", text: "Back in your wallet: nothing was sent." };
  }
}

/** A withdrawal's way so far, and the next step with who takes it. */
export function stepsOf(
  withdrawal: Withdrawal,
  progress: Partial<WithdrawalProgress> = {},
): Step[] {
  const { status, createdAt, approvedAt, completedAt } = withdrawal;
  const requested: Step = {
    state: "settled",
    title: "Requested",
    text: "The amount was taken off your wallet.",
    at: createdAt,
  };
  const approved: Step[] =
    approvedAt === undefined
      ? []
      : [{ state: "settled", title: "Approved by the operator", at: approvedAt }];
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
        title: "Being sent on Base",
        text: "This happens by itself, within minutes. It can no longer be cancelled.",
        isNext: true,
      },
    ];
  return [
    requested,
    {
      state: "waiting",
      title: "Waiting for approval",
      text: "One of the operator’s people looks at each withdrawal. Until then you can cancel it.",
      isNext: true,
    },
  ];
}
