import type { Network } from "@/lib/chain/networks";

/** What a transaction offers at most for each unit of gas. */
export interface Fees {
  maxFeePerGasWei: bigint;
  maxPriorityFeePerGasWei: bigint;
}

/** What the network asks for now. */
export interface FeeMarket {
  baseFeePerGasWei: bigint;
  priorityFeePerGasWei: bigint;
}

export const WEI_PER_GWEI = 1_000_000_000n;

/**
 * The most that is ever offered where no setting says so. On a rollup a unit of gas costs thousandths of a gwei, and
 * some gwei on its worst days; on Polygon some hundreds.
 */
export function defaultMaxFeeGwei({ chain }: Network): number {
  return chain.startsWith("polygon") ? 2_000 : 20;
}

const lowest = (first: bigint, second: bigint) => (first < second ? first : second);
const highest = (first: bigint, second: bigint) => (first > second ? first : second);

/** Good for base fees up to twice of now's. Undefined when what is asked for now is above `capWei`. */
export function firstFees(
  { baseFeePerGasWei, priorityFeePerGasWei }: FeeMarket,
  capWei: bigint,
): Fees | undefined {
  if (baseFeePerGasWei + priorityFeePerGasWei > capWei) return undefined;
  return {
    maxFeePerGasWei: lowest(2n * baseFeePerGasWei + priorityFeePerGasWei, capWei),
    maxPriorityFeePerGasWei: priorityFeePerGasWei,
  };
}

/** An eighth more, and more at all: nodes refuse a replacement that does not offer a tenth more of both. */
const raised = (feeWei: bigint) => feeWei + highest((feeWei + 7n) / 8n, 1n);

/** What replaces a transaction of these fees. Undefined when that is above `capWei`. */
export function replacementFees(
  previous: Fees,
  market: FeeMarket,
  capWei: bigint,
): Fees | undefined {
  const current = firstFees(market, capWei);
  const maxFeePerGasWei = raised(previous.maxFeePerGasWei);
  if (!current || maxFeePerGasWei > capWei) return undefined;
  const maxPriorityFeePerGasWei = highest(
    raised(previous.maxPriorityFeePerGasWei),
    current.maxPriorityFeePerGasWei,
  );
  if (maxPriorityFeePerGasWei > capWei) return undefined;
  return {
    maxFeePerGasWei: highest(
      highest(maxFeePerGasWei, current.maxFeePerGasWei),
      maxPriorityFeePerGasWei,
    ),
    maxPriorityFeePerGasWei,
  };
}
