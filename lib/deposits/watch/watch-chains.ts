import { setTimeout as sleep } from "node:timers/promises";
import { chainReady } from "@/lib/chain/check-network";
import { rpcUrl } from "@/lib/chain/client";
import { faultText } from "@/lib/chain/fault-text";
import { NETWORKS, type Network } from "@/lib/chain/networks";
import { recordFault } from "@/lib/chain/store";
import { addCounts } from "@/lib/kernel/add-counts";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import { doubledPauseMs } from "@/lib/kernel/retry-pause";
import { type Poll, type Watcher, watcher } from "./watcher";

/** The maximum time for which a slow chain delays the others; its poll continues in the background. */
const MAX_WAIT_MS = 1_000;
const PAUSES = { firstMs: 500, maxMs: 15_000 };

interface Chain {
  watcher: Watcher;
  running: Promise<void> | undefined;
  /** The counters of the polls that no call has returned yet. */
  counts: Counts;
  failures: number;
  /** After failures the chain is polled less often, since polling does not make a node recover. */
  pausedUntilMs: number;
}

type Counts = Record<keyof Poll | "faults", number>;

const NOTHING: Counts = {
  blocks: 0,
  credited: 0,
  suspended: 0,
  orphaned: 0,
  confirming: 0,
  faults: 0,
};

const watchers = perProcess("chainWatchers", () => new Map<string, Chain>());

function chainOf(network: Network): Chain {
  const key = `${network.chain} ${rpcUrl(network)}`;
  const known = watchers.get(key);
  if (known) return known;
  const chain: Chain = {
    watcher: watcher(network),
    running: undefined,
    counts: { ...NOTHING },
    failures: 0,
    pausedUntilMs: 0,
  };
  watchers.set(key, chain);
  return chain;
}

async function poll(network: Network, chain: Chain): Promise<Counts> {
  try {
    if (!(await chainReady(network))) return { ...NOTHING, faults: 1 };
    const done = await chain.watcher.poll();
    chain.failures = 0;
    return { ...done, faults: 0 };
  } catch (error) {
    chain.failures += 1;
    chain.pausedUntilMs = performance.now() + doubledPauseMs(chain.failures, PAUSES);
    const failure = errorFields(error);
    log().error({ chain: network.chain, failures: chain.failures, failure }, "chain not read");
    await recordFault(network.chain, faultText(error), now());
    return { ...NOTHING, faults: 1 };
  }
}

/** Only one poll per chain runs at a time; a concurrent call joins it. */
async function pollUntilLate(network: Network, late: Promise<void>): Promise<Chain> {
  const chain = chainOf(network);
  if (performance.now() < chain.pausedUntilMs && !chain.running) return chain;
  chain.running ??= poll(network, chain)
    .then((counts) => addCounts(chain.counts, counts))
    .finally(() => {
      chain.running = undefined;
    });
  await Promise.race([chain.running, late]);
  return chain;
}

/**
 * Polls all chains with a node at once: credits confirmed transfers and shows unconfirmed ones. Returns counters over
 * all chains. `busy` counts the chains whose poll is still running; their counters come with the next call.
 * @throws database errors. A node's failure is recorded for its chain and retried.
 */
export async function watchChains(): Promise<Record<string, number>> {
  const networks = NETWORKS[env().SERVICE_ENVIRONMENT].filter((network) => rpcUrl(network));
  const enough = new AbortController();
  const late = sleep(MAX_WAIT_MS, undefined, { signal: enough.signal }).catch(() => undefined);
  try {
    const chains = await Promise.all(networks.map((network) => pollUntilLate(network, late)));
    const busy = chains.filter(({ running }) => running !== undefined).length;
    const total: Record<string, number> = { chains: chains.length, ...NOTHING, busy };
    for (const chain of chains) {
      addCounts(total, chain.counts);
      chain.counts = { ...NOTHING };
    }
    return total;
  } finally {
    enough.abort();
  }
}
