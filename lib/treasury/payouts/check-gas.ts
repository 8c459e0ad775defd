import { formatEther } from "viem";
import type { FeeQuote } from "./fee-quote";
import { firstFees } from "./fees";
import { readGasBalance } from "./read-state";
import type { ChainView, SendRun } from "./run";
import { setAlert } from "./set-alert";

/** More than a transfer of a token by a signed authorisation ever takes. */
const TRANSFER_GAS = 150_000n;

/** What a transfer may cost at the most, at so much for each unit of gas. In wei, and never nothing. */
export function transferCostWei(maxFeePerGasWei: bigint): bigint {
  return TRANSFER_GAS * (maxFeePerGasWei > 0n ? maxFeePerGasWei : 1n);
}

/**
 * How many more transfers the relayer can pay the gas of, at the most that they may cost, beside those in flight. An
 * alert tells when that is less than `wanted`.
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
  const costWei = transferCostWei(fees.maxFeePerGasWei);
  const balanceWei = await readGasBalance(network, relayer, head.hash);
  const affordable = Math.max(0, Number(balanceWei / costWei) - inFlight);
  const { chain } = network;
  const text = `The relayer ${relayer} on ${chain} has ${formatEther(balanceWei)} of the chain's coin, too little for gas. Send coins to the relayer. Payouts wait for it.`;
  await setAlert("gas_low", chain, affordable < wanted ? text : undefined);
  return Math.min(affordable, wanted);
}
