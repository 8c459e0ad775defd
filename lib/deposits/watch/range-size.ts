const MAX_BLOCKS = 10_000;
const SUCCESSES_BEFORE_GROWING = 8;

/** Adapts the size of block ranges to what the chain's node can serve. */
export interface RangeSize {
  readonly blocks: number;
  /** Reports a successful response. */
  succeeded(): void;
  /**
   * Reports a failed request for this number of blocks and halves the size. Returns false when it cannot be smaller.
   */
  failed(blocksAsked: number): boolean;
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
    failed(blocksAsked) {
      successes = 0;
      blocks = Math.max(1, Math.floor(Math.min(blocks, blocksAsked) / 2));
      return blocksAsked > 1;
    },
  };
}
