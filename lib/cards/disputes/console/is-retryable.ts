import type { DisputeRow } from "../dispute";

/** Whether an operator may submit the dispute again: its submission failed, for now or for good. */
export const isRetryable = ({ status, attempts }: Pick<DisputeRow, "status" | "attempts">) =>
  status === "failed" || (status === "pending" && attempts > 0);
