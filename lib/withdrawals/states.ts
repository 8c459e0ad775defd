import type { ErrorCode } from "@/lib/kernel/errors";

export const WITHDRAWAL_STATUSES = [
  "pending",
  "approved",
  "completed",
  "cancelled",
  "rejected",
  "failed",
] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];
export type WithdrawalAction = "approve" | "reject" | "cancel" | "complete" | "fail";

interface WithdrawalTransition {
  from: WithdrawalStatus;
  to: WithdrawalStatus;
  /** Whether the amount is refunded to the wallet. */
  refunds: boolean;
  /** The status in the `wallet.withdrawal.crypto` event, if one is emitted. */
  event?: "completed" | "cancelled" | "rejected" | "failed";
  /** The error when a request comes in another status; undefined for actions that only the service itself takes. */
  refusal?: ErrorCode;
}

/** The only status changes of a withdrawal. Source: spec: Wallet withdrawal; design 7 for `failed`'s event. */
export const WITHDRAWAL_TRANSITIONS: Record<WithdrawalAction, WithdrawalTransition> = {
  approve: { from: "pending", to: "approved", refunds: false, refusal: "WITHDRAWAL_NOT_PENDING" },
  reject: {
    from: "pending",
    to: "rejected",
    refunds: true,
    event: "rejected",
    refusal: "WITHDRAWAL_NOT_PENDING",
  },
  cancel: {
    from: "pending",
    to: "cancelled",
    refunds: true,
    event: "cancelled",
    refusal: "WITHDRAWAL_NOT_CANCELLABLE",
  },
  complete: { from: "approved", to: "completed", refunds: false, event: "completed" },
  fail: {
    from: "approved",
    to: "failed",
    refunds: true,
    event: "failed",
    refusal: "WITHDRAWAL_NOT_APPROVED",
  },
};
