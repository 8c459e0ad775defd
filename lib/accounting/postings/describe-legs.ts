import { formatUsd } from "@/lib/kernel/money";
import type { PostingLeg } from "./legs-of";

/** The legs of a posting as the audit log keeps them: `wallet:ptn_… +12.50`. */
export const describeLegs = (legs: readonly PostingLeg[]): string[] =>
  legs.map(({ account, amount }) => `${account} ${amount > 0n ? "+" : ""}${formatUsd(amount)}`);
