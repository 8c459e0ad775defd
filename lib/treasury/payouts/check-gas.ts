import { formatEther } from "viem";
import type { FeeQuote } from "./fee-quote";
import { firstFees } from "./fees";
import { readPostingFee } from "./posting-fee";
import { readGasBalance } from "./read-state";
import type { ChainView, SendRun } from "./run";
import { setAlert } from "./set-alert";

/** More than a token transfer by signed authorization ever uses. */
const TRANSFER_GAS = 150_000n;

/** The maximum cost of a transfer at this gas price and this fee for posting it, in wei; never 0. */
export function transferCostWei(maxFeePerGasWei: bigint, postingFeeWei: bigint): bigint {
  return TRANSFER_GAS * (maxFeePerGasWei > 0n ? maxFeePerGasWei : 1n) + postingFeeWei;
}

/**
 * Returns how many more transfers the relayer can pay, at their maximum cost and beside those in flight. Opens an alert
 * when that is less than `wanted`.
 */
export async function affordableTransfers(
  { network, keys }: SendRun,
  { head }: ChainView,
  { market, capWei }: FeeQuote,
  { inFlight, wanted }: { inFlight: number; wanted: number },
): Promise<number> {
  const fees = firstFees(market, capWei);
  if (!keys || !fees) return 0;
  const { relayer } = keys;
  // It may double until the transfer is mined, as the base fee may.
  const postingFeeWei = 2n * (await readPostingFee(network, head.hash));
  const costWei = transferCostWei(fees.maxFeePerGasWei, postingFeeWei);
  const balanceWei = await readGasBalance(network, relayer, head.hash);
  const affordable = Math.max(0, Number(balanceWei / costWei) - inFlight);
  const { chain } = network;
  const text = `The relayer ${relayer} on ${chain} has ${formatEther(balanceWei)} of the chain's coin, too little for gas. Payouts wait for it.`;
  await setAlert("gas_low", chain, affordable < wanted ? text : undefined);
  return Math.min(affordable, wanted);
}
