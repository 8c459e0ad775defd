import type { QueuedWithdrawal } from "./queries";

/** Returns whether a withdrawal without a signed transaction cannot be approved or sent. */
export const isStopped = ({
  status,
  isSigned,
  partnerSuspended,
  refusal,
  screening,
  awaitsPartner,
  isHeldAsRepeat,
}: QueuedWithdrawal) =>
  (status === "pending" || (status === "approved" && !isSigned)) &&
  (partnerSuspended !== undefined ||
    refusal !== undefined ||
    awaitsPartner === true ||
    isHeldAsRepeat === true ||
    (screening !== undefined && screening.released === undefined));
