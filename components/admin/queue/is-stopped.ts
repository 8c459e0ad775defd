import type { QueuedWithdrawal } from "./queries";

/** Returns whether a withdrawal without a signed transaction cannot be approved or sent. */
export const isStopped = ({
  status,
  isSigned,
  partnerSuspended,
  refusal,
  screening,
  awaitsPartner,
}: QueuedWithdrawal) =>
  (status === "pending" || (status === "approved" && !isSigned)) &&
  (partnerSuspended !== undefined ||
    refusal !== undefined ||
    awaitsPartner === true ||
    (screening !== undefined && screening.released === undefined));
