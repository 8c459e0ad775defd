import { firstIdAt } from "@/lib/kernel/ids";
import { sumWalletsBefore } from "./store";

/** From the making of an id to the commit of its row no more than seconds pass; clocks differ by less than the rest. */
const COMMITTED_AFTER_MS = 300_000;

/** Sums up what moved wallets until a few minutes ago, as background work. */
export async function sumWallets(): Promise<{ written: number }> {
  // By the clock that ids are made by, whatever the service's is set to.
  const until = new Date(Date.now() - COMMITTED_AFTER_MS);
  return { written: await sumWalletsBefore(firstIdAt("txn", until)) };
}
