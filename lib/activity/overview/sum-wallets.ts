import { firstIdAt } from "@/lib/kernel/ids";
import { sumWalletsBefore } from "./store";

/**
 * A row is committed within seconds after its id is created; the rest of this margin covers the differences of clocks.
 */
const COMMITTED_AFTER_MS = 300_000;

/** Adds wallet transactions to the stored sums, up to a few minutes ago, as a background job. */
export async function sumWallets(): Promise<{ written: number }> {
  // Uses the real clock, because ids do too, even when the service's clock is set.
  const until = new Date(Date.now() - COMMITTED_AFTER_MS);
  return { written: await sumWalletsBefore(firstIdAt("txn", until)) };
}
