const MAX_BLOCKS = 10_000;
const SUCCESSES_BEFORE_GROWING = 8;

/** How many blocks are asked for at a time: what the chain's node was found to bear. */
export interface RangeSize {
  readonly blocks: number;
  /** The node gave an answer. */
  succeeded(): void;
  /** It did not, of so many: half as many next. Answers false when it cannot be fewer. */
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
