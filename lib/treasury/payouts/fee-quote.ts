import { env } from "@/lib/kernel/env";
import { defaultMaxFeeGwei, type FeeMarket, firstFees, WEI_PER_GWEI } from "./fees";
import { readPriorityFee } from "./read-state";
import type { ChainView, SendRun } from "./run";
import { setAlert } from "./set-alert";

export interface FeeQuote {
  market: FeeMarket;
  capWei: bigint;
}

/**
 * Reads the network's current fees. Undefined when they exceed our maximum: nothing new is sent, an alert is opened,
 * and sent transactions wait.
 */
export async function quoteFees(
  { network }: SendRun,
  { head }: ChainView,
): Promise<FeeQuote | undefined> {
  const market: FeeMarket = {
    baseFeePerGasWei: head.baseFeePerGasWei,
    priorityFeePerGasWei: await readPriorityFee(network),
  };
  const capGwei = env().CHAIN_MAX_FEE_GWEI ?? defaultMaxFeeGwei(network);
  const capWei = BigInt(Math.round(capGwei * Number(WEI_PER_GWEI)));
  const isAffordable = firstFees(market, capWei) !== undefined;
  const text = `${network.chain} requires a fee above the ${capGwei} gwei of CHAIN_MAX_FEE_GWEI. Payouts wait until the fee is lower.`;
  await setAlert("fees_high", network.chain, isAffordable ? undefined : text);
  return isAffordable ? { market, capWei } : undefined;
}
