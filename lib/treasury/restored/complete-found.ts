import { explorerUrl } from "@/lib/chain/explorer-url";
import { env } from "@/lib/kernel/env";
import { errorFields, log } from "@/lib/kernel/log";
import { approvePaidWithdrawal } from "@/lib/withdrawals/approve-paid-withdrawal";
import type { EndPayout } from "@/lib/withdrawals/payout-port";
import { listUnbookedWithdrawals, type UnbookedWithdrawal } from "./sql-store";

async function complete(end: EndPayout, found: UnbookedWithdrawal): Promise<void> {
  const { withdrawalId, partnerId, status, chain, txHash } = found;
  const url = explorerUrl(env().SERVICE_ENVIRONMENT, chain, txHash);
  if (url === undefined) throw new Error(`${chain} has no explorer`);
  const payout = { withdrawalId, partnerId };
  if (status === "pending") await approvePaidWithdrawal(payout);
  await end(payout, { state: "completed", chain, txHash, explorerUrl: url });
  log().warn({ id: withdrawalId, txHash }, "withdrawal completed by a found payout");
}

/**
 * Completes the withdrawals that were found paid on the chain, with the transaction that paid them. Returns the
 * numbers of those that were completed and that failed: one that cannot be booked keeps no other from being booked, and is
 * tried again at the next run. Can be stopped between any two and run in several processes at once.
 */
export async function completeFound(
  end: EndPayout,
): Promise<{ completed: number; failed: number }> {
  const counts = { completed: 0, failed: 0 };
  for (const each of await listUnbookedWithdrawals()) {
    try {
      await complete(end, each);
      counts.completed += 1;
    } catch (error) {
      const { withdrawalId: id, txHash } = each;
      log().error({ id, txHash, failure: errorFields(error) }, "found payout not booked");
      counts.failed += 1;
    }
  }
  return counts;
}
