import type { QueuedWithdrawal } from "./queries";

/** Returns whether a withdrawal without a signed transaction cannot be approved or sent. */
export const isStopped = ({
  status,
  isSigned,
  partnerSuspended,
  refusal,
  screening,
}: QueuedWithdrawal) =>
  (status === "pending" || (status === "approved" && !isSigned)) &&
  (partnerSuspended !== undefined ||
    refusal !== undefined ||
    (screening !== undefined && screening.released === undefined));
