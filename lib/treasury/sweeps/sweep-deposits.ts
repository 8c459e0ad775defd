import { chainReady } from "@/lib/chain/check-network";
import { rpcUrl } from "@/lib/chain/client";
import { NETWORKS, type Network } from "@/lib/chain/networks";
import { env } from "@/lib/kernel/env";
import { errorFields, log } from "@/lib/kernel/log";
import { sweepOnChain } from "./sweep-on-chain";

async function sweep(network: Network): Promise<{ begun: number; faults: number }> {
  try {
    if (!(await chainReady(network))) return { begun: 0, faults: 1 };
    return { begun: await sweepOnChain(network), faults: 0 };
  } catch (error) {
    log().error({ chain: network.chain, failure: errorFields(error) }, "chain not swept");
    return { begun: 0, faults: 1 };
  }
}

/** Starts the due sweeps on every chain with a node. A chain that fails is retried at the next run. */
export async function sweepDeposits(): Promise<{ chains: number; begun: number; faults: number }> {
  const networks = NETWORKS[env().SERVICE_ENVIRONMENT].filter((network) => rpcUrl(network));
  const done = await Promise.all(networks.map(sweep));
  const total = (name: "begun" | "faults") => done.reduce((sum, each) => sum + each[name], 0);
  return { chains: networks.length, begun: total("begun"), faults: total("faults") };
}
