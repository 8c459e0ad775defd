import { explorerUrl } from "@/lib/chain/explorer-url";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { approvePaidWithdrawal } from "@/lib/withdrawals/approve-paid-withdrawal";
import type { EndPayout } from "@/lib/withdrawals/payout-port";
import { listUnbookedWithdrawals } from "./sql-store";

/**
 * Completes the withdrawals that were found paid on the chain, with the transaction that paid them. Returns their number.
 * Can be stopped between any two and run in several processes at once.
 */
export async function completeFound(end: EndPayout): Promise<number> {
  const unbooked = await listUnbookedWithdrawals();
  for (const { withdrawalId, partnerId, status, chain, txHash } of unbooked) {
    const url = explorerUrl(env().SERVICE_ENVIRONMENT, chain, txHash);
    if (url === undefined) throw new Error(`${chain} has no explorer`);
    const payout = { withdrawalId, partnerId };
    if (status === "pending") await approvePaidWithdrawal(payout);
    await end(payout, { state: "completed", chain, txHash, explorerUrl: url });
    log().warn({ id: withdrawalId, txHash }, "withdrawal completed by a found payout");
  }
  return unbooked.length;
}
