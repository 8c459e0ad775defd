import { chainReady } from "@/lib/chain/check-network";
import { rpcUrl } from "@/lib/chain/client";
import { NETWORKS, type Network } from "@/lib/chain/networks";
import { payoutNetwork } from "@/lib/chain/payout-network";
import { addCounts } from "@/lib/kernel/add-counts";
import { env } from "@/lib/kernel/env";
import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import { doubledPauseMs } from "@/lib/kernel/retry-pause";
import type { EndPayout, PayoutPort } from "@/lib/withdrawals/payout-port";
import type { SendCounts } from "./run";
import { sendOnChain } from "./send-on-chain";
import { listChainsWithWork } from "./store";

const PAUSES = { firstMs: 2_000, maxMs: 30_000 };
/**
 * How often a chain with nothing to send is polled all the same: alerts end, and a reorganization can remove what was
 * mined. Between these polls one statement for all chains replaces the lease and the reads of each.
 */
const IDLE_EVERY_MS = 5_000;

const NOTHING: SendCounts = { signed: 0, stored: 0, replaced: 0, completed: 0, failed: 0 };

/** A chain whose node fails is polled less often; the other chains are not affected. */
const pauses = perProcess(
  "payoutPauses",
  () => new Map<string, { failures: number; untilMs: number }>(),
);

function noteFailure({ chain }: Network, error: unknown): void {
  const failures = (pauses.get(chain)?.failures ?? 0) + 1;
  const untilMs = performance.now() + doubledPauseMs(failures, PAUSES);
  pauses.set(chain, { failures, untilMs });
  log().error({ chain, failures, failure: errorFields(error) }, "sending on a chain failed");
}

/** The last poll of each chain that succeeded. */
const polls = perProcess(
  "payoutPolls",
  () => new Map<string, { atMs: number; hadWork: boolean }>(),
);

/** Whether a chain without work was polled a moment ago and had none then either. */
function wasJustIdle({ chain }: Network): boolean {
  const last = polls.get(chain);
  return last !== undefined && !last.hadWork && performance.now() - last.atMs < IDLE_EVERY_MS;
}

/**
 * Polls one chain and sends on it. A failure is logged and pauses this chain alone.
 * @param hadWork whether the database had something to send on the chain before the poll
 */
async function advanceChain(
  network: Network,
  hadWork: boolean,
  end: EndPayout,
): Promise<SendCounts> {
  if (!hadWork && wasJustIdle(network)) return NOTHING;
  try {
    if (!(await chainReady(network))) return NOTHING;
    const counts = await sendOnChain(network, { end });
    pauses.delete(network.chain);
    polls.set(network.chain, { atMs: performance.now(), hadWork });
    return counts;
  } catch (error) {
    noteFailure(network, error);
    return NOTHING;
  }
}

/** Sends on every chain with a node. */
export const payoutSender: PayoutPort = {
  async advance(end) {
    const total = { ...NOTHING };
    const networks = NETWORKS[env().SERVICE_ENVIRONMENT].filter(
      (network) =>
        rpcUrl(network) !== undefined &&
        (pauses.get(network.chain)?.untilMs ?? 0) <= performance.now(),
    );
    if (networks.length === 0) return total;
    const busy = new Set(
      await listChainsWithWork(
        networks.map(({ chain }) => chain),
        payoutNetwork(env().SERVICE_ENVIRONMENT).chain,
      ),
    );
    const done = await Promise.all(
      networks.map((network) => advanceChain(network, busy.has(network.chain), end)),
    );
    for (const counts of done) addCounts(total, counts);
    return total;
  },
};
