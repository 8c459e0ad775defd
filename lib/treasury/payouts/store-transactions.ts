import { now } from "@/lib/kernel/clock";
import { LeaseLost } from "./lease/take-lease";
import { insertTransactions } from "./relayer/store";
import type { SendRun } from "./run";
import type { RelayerTransaction } from "./slot";

/**
 * Stores signed transactions before any of them is sent.
 * @throws LeaseLost when another process may be sending, or restore mode began meanwhile.
 */
export async function storeTransactions(
  { lease, network, onStep, counts }: SendRun,
  transactions: readonly RelayerTransaction[],
  supersededIds: readonly string[] = [],
): Promise<void> {
  if (transactions.length === 0) return;
  const ids = transactions.map(({ id }) => id);
  await onStep("transaction-signed", ids);
  const { chain } = network;
  const stored = await insertTransactions(lease, chain, transactions, supersededIds, now());
  if (stored !== transactions.length) throw new LeaseLost(lease.name);
  counts.stored += stored;
  await onStep("transaction-stored", ids);
}
