import { chainReady } from "@/lib/chain/check-network";
import { rpcUrl } from "@/lib/chain/client";
import { NETWORKS, type Network } from "@/lib/chain/networks";
import { env } from "@/lib/kernel/env";
import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import type { PayoutPort } from "@/lib/withdrawals/payout-port";
import type { SendCounts } from "./run";
import { sendOnChain } from "./send-on-chain";

const MAX_PAUSE_MS = 30_000;

/** A chain whose node fails is polled less often; the other chains are not affected. */
const pauses = perProcess(
  "payoutPauses",
  () => new Map<string, { failures: number; untilMs: number }>(),
);

function noteFailure({ chain }: Network, error: unknown): void {
  const failures = (pauses.get(chain)?.failures ?? 0) + 1;
  const pauseMs = Math.min(1_000 * 2 ** failures, MAX_PAUSE_MS);
  pauses.set(chain, { failures, untilMs: Date.now() + pauseMs });
  log().error({ chain, failures, failure: errorFields(error) }, "sending on a chain failed");
}

/** Sends on every chain with a node. */
export const payoutSender: PayoutPort = {
  async advance(end) {
    const total: SendCounts = { signed: 0, stored: 0, replaced: 0, completed: 0, failed: 0 };
    const networks = NETWORKS[env().SERVICE_ENVIRONMENT].filter(
      (network) =>
        rpcUrl(network) !== undefined && (pauses.get(network.chain)?.untilMs ?? 0) <= Date.now(),
    );
    await Promise.all(
      networks.map(async (network) => {
        try {
          if (!(await chainReady(network))) return;
          const counts = await sendOnChain(network, { end });
          for (const [name, count] of Object.entries(counts))
            total[name] = (total[name] ?? 0) + count;
          pauses.delete(network.chain);
        } catch (error) {
          noteFailure(network, error);
        }
      }),
    );
    return total;
  },
};
