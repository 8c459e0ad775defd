import type { Network } from "@/lib/chain/networks";
import { larger, smaller } from "@/lib/kernel/bigint";

/** The maximum fees that a transaction offers per unit of gas. */
export interface Fees {
  maxFeePerGasWei: bigint;
  maxPriorityFeePerGasWei: bigint;
}

/** The network's current fees. */
export interface FeeMarket {
  baseFeePerGasWei: bigint;
  priorityFeePerGasWei: bigint;
}

export const WEI_PER_GWEI = 1_000_000_000n;

/**
 * The default fee cap. On a rollup a unit of gas costs thousandths of a gwei, and a few gwei on the worst days; on
 * Polygon it costs some hundred gwei.
 */
export function defaultMaxFeeGwei({ chain }: Network): number {
  return chain.startsWith("polygon") ? 2_000 : 20;
}

/** Returns fees that remain sufficient until the base fee doubles. Undefined when the current fees exceed `capWei`. */
export function firstFees(
  { baseFeePerGasWei, priorityFeePerGasWei }: FeeMarket,
  capWei: bigint,
): Fees | undefined {
  if (baseFeePerGasWei + priorityFeePerGasWei > capWei) return undefined;
  return {
    maxFeePerGasWei: smaller(2n * baseFeePerGasWei + priorityFeePerGasWei, capWei),
    maxPriorityFeePerGasWei: priorityFeePerGasWei,
  };
}

/** Raises a fee by an eighth, and by at least 1 wei: nodes refuse a replacement unless both fees rise by a tenth. */
const raised = (feeWei: bigint) => feeWei + larger((feeWei + 7n) / 8n, 1n);

/** Returns the fees of a replacement. Undefined when they exceed `capWei`. */
export function replacementFees(
  previous: Fees,
  market: FeeMarket,
  capWei: bigint,
): Fees | undefined {
  const current = firstFees(market, capWei);
  const maxFeePerGasWei = raised(previous.maxFeePerGasWei);
  if (!current || maxFeePerGasWei > capWei) return undefined;
  const maxPriorityFeePerGasWei = larger(
    raised(previous.maxPriorityFeePerGasWei),
    current.maxPriorityFeePerGasWei,
  );
  if (maxPriorityFeePerGasWei > capWei) return undefined;
  return {
    maxFeePerGasWei: larger(
      larger(maxFeePerGasWei, current.maxFeePerGasWei),
      maxPriorityFeePerGasWei,
    ),
    maxPriorityFeePerGasWei,
  };
}
