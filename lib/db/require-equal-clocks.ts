import type { RunQuery } from "./index";
import { readClockOffsetS } from "./read-clock";

/** The difference of two clocks that is no longer tolerated. Synchronized hosts differ by milliseconds. */
const MAX_CLOCK_OFFSET_S = 60;

/** Whether two clocks that differ by this much are taken for equal. */
export const isClockOffsetTolerated = (offsetS: number): boolean =>
  Math.abs(offsetS) <= MAX_CLOCK_OFFSET_S;

/** By how much which clock is ahead, for people: `The database's clock is 95 s ahead of the clock of this process.` */
export function describeClockOffset(offsetS: number): string {
  const side = offsetS > 0 ? "ahead of" : "behind";
  return `The database's clock is ${Math.round(Math.abs(offsetS)).toLocaleString("en-US")} s ${side} the clock of this process.`;
}

/**
 * Throws when the database's clock and this process's differ. Call it before a job ends a period or deletes old rows for good: a
 * period that a wrong clock ended takes no further entry. Source: docs/decisions/0023-books-at-an-instant.md
 */
export async function requireEqualClocks(runQuery?: RunQuery): Promise<void> {
  const offsetS = await readClockOffsetS(runQuery);
  if (isClockOffsetTolerated(offsetS)) return;
  throw new Error(
    `${describeClockOffset(offsetS)} No period is closed and no old row is deleted until they agree: synchronize both hosts (docs/operating.md).`,
  );
}
