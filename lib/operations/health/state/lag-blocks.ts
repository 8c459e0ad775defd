import type { ChainFacts } from "./service-state";

/**
 * Returns the number of blocks that are not processed yet, including those without enough confirmations; null before
 * the first poll.
 */
export function lagBlocks({ headNumber, cursorNumber }: ChainFacts): number | null {
  if (headNumber === null || cursorNumber === null) return null;
  return Math.max(0, Number(headNumber - cursorNumber));
}
