import { now } from "@/lib/kernel/clock";
import { HOUR_MS } from "@/lib/kernel/durations";
import { findPendingTransactions, listLastMined } from "./relayer/store";
import type { OpenPayouts, SendRun } from "./run";
import { slotsOf } from "./slot";
import { findAuthorizations, sumWaiting } from "./store";

/** How long mined transactions are checked for reorganizations. Rollup blocks are final after about twenty minutes. */
const REORG_WATCH_MS = HOUR_MS;

/** Finds all stored work of a chain that has not ended. */
export async function findOpenPayouts({ network, payoutToken }: SendRun): Promise<OpenPayouts> {
  const { chain } = network;
  const transactions = await findPendingTransactions(chain);
  const ids = transactions.flatMap(({ purposeId }) => purposeId ?? []);
  return {
    slots: slotsOf(transactions),
    authorizations: await findAuthorizations(chain, [...new Set(ids)]),
    waiting: payoutToken ? await sumWaiting() : { count: 0n, netMicroUsd: 0n },
    lastMined: await listLastMined(chain, new Date(now().getTime() - REORG_WATCH_MS)),
  };
}
