import type { DisputeRow } from "./dispute";
import type { CardDisputeStatus } from "./states";

/** The statuses in which the credit was taken back from the card. */
const TAKEN_BACK: readonly CardDisputeStatus[] = ["lost", "withdrawn", "failed"];

/** The amount that a dispute has added to the balance of its card, in micro-USD: 0 after the credit was taken back. */
export const effectOnCard = ({ status, amountMicroUsd }: DisputeRow): bigint =>
  TAKEN_BACK.includes(status) ? 0n : amountMicroUsd;
