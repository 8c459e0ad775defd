import type { QueuedWithdrawal } from "./queries";

/** Nothing is signed for it yet, and something keeps it from being approved or sent. */
export const isStopped = ({ status, isSigned, partnerSuspended, refusal }: QueuedWithdrawal) =>
  (status === "pending" || (status === "approved" && !isSigned)) &&
  (partnerSuspended !== undefined || refusal !== undefined);
