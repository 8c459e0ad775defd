import type { Network } from "@/lib/chain/networks";
import { perProcess } from "@/lib/kernel/per-process";

const MAX_BLOCKS = 10_000;
const SUCCESSES_BEFORE_GROWING = 8;

/** Adapts the size of block ranges to what the chain's node can serve. */
export interface RangeSize {
  readonly blocks: number;
  /** Reports a successful response. */
  succeeded(): void;
  /**
   * Reports a failed request for this number of blocks: the size is at most half of it from now on. Requests that failed
   * at the same time halve it once. Returns false when it cannot be smaller.
   */
  failed(requestedBlocks: number): boolean;
}

export function rangeSize(maxBlocks: number = MAX_BLOCKS): RangeSize {
  let blocks = maxBlocks;
  let successes = 0;
  return {
    get blocks() {
      return blocks;
    },
    succeeded() {
      successes += 1;
      if (successes < SUCCESSES_BEFORE_GROWING) return;
      successes = 0;
      blocks = Math.min(maxBlocks, blocks * 2);
    },
    failed(requestedBlocks) {
      successes = 0;
      blocks = Math.max(1, Math.min(blocks, Math.floor(requestedBlocks / 2)));
      return requestedBlocks > 1;
    },
  };
}

const kept = perProcess("rangeSizes", () => new Map<string, RangeSize>());

/**
 * Returns the size that this process keeps for one kind of reads of a chain, so that a node's limit is found once and not
 * by each read. Kinds have sizes of their own, because a node that returns too many logs for one may serve another.
 */
export function keptRangeSize(
  { chain }: Network,
  kind: "authorizations" | "moves" | "arrivals",
  maxBlocks: number,
): RangeSize {
  const key = `${chain}:${kind}`;
  const size = kept.get(key) ?? rangeSize(maxBlocks);
  kept.set(key, size);
  return size;
}
