import { firstIdAt } from "@/lib/kernel/ids";
import { sumWalletsBefore } from "./store";

/** Adds wallet transactions to the stored sums, up to five minutes ago by the clock of the database, as a background job. */
export async function sumWallets(): Promise<{ written: number }> {
  // Uses the real clock, because ids do too, even when the service's clock is set.
  return { written: await sumWalletsBefore(firstIdAt("txn", new Date())) };
}
