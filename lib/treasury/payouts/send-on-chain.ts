import { faultText } from "@/lib/chain/fault-text";
import { findToken } from "@/lib/chain/find-token";
import { activeSigner, OtherKey } from "@/lib/chain/keys/active-signer";
import type { Network } from "@/lib/chain/networks";
import { payoutNetwork } from "@/lib/chain/payout-network";
import { env } from "@/lib/kernel/env";
import { errorFields, log } from "@/lib/kernel/log";
import type { EndPayout } from "@/lib/withdrawals/payout-port";
import { LeaseLost, takeLease } from "./lease/take-lease";
import { poll } from "./poll";
import type { SendCounts, SendRun } from "./run";
import type { OnStep } from "./steps";

interface SendOptions {
  /** Receives the results of payouts. */
  end: EndPayout;
  onStep?: OnStep;
}

/** Keys that are not usable stop only what is signed: stored transactions are still sent and completed. */
async function keysOf({ chain }: Network): Promise<Pick<SendRun, "keys" | "signerFault">> {
  try {
    return { keys: await activeSigner(), signerFault: undefined };
  } catch (error) {
    log().error({ chain, failure: errorFields(error) }, "the keys cannot be used");
    const signerFault =
      error instanceof OtherKey ? error.message : `the signer does not answer: ${faultText(error)}`;
    return { keys: undefined, signerFault };
  }
}

/**
 * Advances all sending on a chain, unless another process holds the lease. Returns counters of the work done.
 * @throws the node's or the database's error; the next call continues from the stored state.
 */
export async function sendOnChain(
  network: Network,
  { end, onStep = () => {} }: SendOptions,
): Promise<SendCounts> {
  const counts: SendCounts = { signed: 0, stored: 0, replaced: 0, completed: 0, failed: 0 };
  const lease = await takeLease(`send:${network.chain}`, env().CHAIN_LEASE_MS);
  if (!lease) return counts;
  try {
    const isPayoutChain = payoutNetwork(env().SERVICE_ENVIRONMENT).chain === network.chain;
    const payoutToken = isPayoutChain ? findToken(network, "usdc") : undefined;
    await poll({ network, lease, end, onStep, ...(await keysOf(network)), payoutToken, counts });
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    log().warn(
      { chain: network.chain },
      "sending stopped: another process took over, or restore mode began",
    );
  } finally {
    await lease.release();
  }
  return counts;
}
