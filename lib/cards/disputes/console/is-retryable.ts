import type { DisputeRow } from "../dispute";

type Subject = Pick<DisputeRow, "status" | "attempts" | "explanation">;

/** Whether the cardholder was deleted, and with the data the explanation and the files, without which an issuer decides against us. */
export const isErased = ({ explanation }: Subject) => explanation === "";

/** Whether an operator may submit the dispute again: its submission failed, for now or for good. */
export const isRetryable = (dispute: Subject) =>
  (dispute.status === "failed" && !isErased(dispute)) ||
  (dispute.status === "pending" && dispute.attempts > 0);
