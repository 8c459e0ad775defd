import type { ChainFacts } from "./service-state";

/** How many blocks are not credited yet, those among them that are not deep enough; null before the first look. */
export function lagBlocks({ headNumber, cursorNumber }: ChainFacts): number | null {
  if (headNumber === null || cursorNumber === null) return null;
  return Math.max(0, Number(headNumber - cursorNumber));
}
