import { formatUsd } from "@/lib/kernel/money";
import type { PostingLeg } from "./legs-of";

/** Formats the legs of a posting for the audit log: `wallet:ptn_… +12.50`. */
export const describeLegs = (legs: readonly PostingLeg[]): string[] =>
  legs.map(({ account, amount }) => `${account} ${amount > 0n ? "+" : ""}${formatUsd(amount)}`);
