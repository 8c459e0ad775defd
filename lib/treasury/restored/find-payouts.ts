import { chainReady } from "@/lib/chain/check-network";
import { rpcUrl } from "@/lib/chain/client";
import { NETWORKS, type Network } from "@/lib/chain/networks";
import { env } from "@/lib/kernel/env";
import { errorFields, log } from "@/lib/kernel/log";
import type { EndPayout } from "@/lib/withdrawals/payout-port";
import { checkRelayer } from "./check-relayer";
import { completeFound } from "./complete-found";
import { raiseFoundAlerts } from "./found-alerts";
import { raiseRestoreAlert } from "./restore-mode";
import { scanTreasury } from "./scan-treasury";

async function scan(network: Network): Promise<number> {
  try {
    if (!(await chainReady(network))) return 1;
    const { confirmed } = await scanTreasury(network);
    await checkRelayer(network, confirmed);
    return 0;
  } catch (error) {
    log().error({ chain: network.chain, failure: errorFields(error) }, "payouts not compared");
    return 1;
  }
}

/**
 * Compares the payouts of every chain that has a node with the database, books the withdrawals that are found paid, and
 * reports the rest. Needs no keys. A chain or payout that fails is retried at the next run.
 * Source: docs/decisions/0110-restored-database.md
 */
export async function findPayouts(end: EndPayout): Promise<Record<string, number>> {
  const networks = NETWORKS[env().SERVICE_ENVIRONMENT].filter((network) => rpcUrl(network));
  const faults = await Promise.all(networks.map(scan));
  const { completed, failed: unbooked } = await completeFound(end);
  await raiseRestoreAlert();
  const { found, unsettled } = await raiseFoundAlerts();
  const failed = faults.reduce((sum, each) => sum + each, unbooked);
  return { chains: networks.length, completed, found, unsettled, faults: failed };
}
