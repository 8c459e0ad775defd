import { type Attempt, SUCCESS } from "./operations.ts";

/** What the callers saw in a stretch of time. */
export interface Stretch {
  requests: number;
  /** How many requests ended otherwise than well, by outcome. */
  failures: Record<string, number>;
  /** The longest time without a write that was acknowledged. */
  pauseMs: number;
  /** From the beginning of the stretch to the first acknowledged write after that longest pause. */
  recoveredAfterMs: number;
  /** The slowest request that ended well. */
  slowestMs: number;
}

/** What the callers saw from one time to another; both are of `performance.now()`. A request belongs to the time at which it ended. */
export function measure(attempts: readonly Attempt[], fromMs: number, toMs: number): Stretch {
  const inside = attempts.filter(({ endedMs }) => endedMs >= fromMs && endedMs <= toMs);
  const failures: Record<string, number> = {};
  for (const { outcome } of inside)
    if (outcome !== SUCCESS) failures[outcome] = (failures[outcome] ?? 0) + 1;
  const good = inside.filter(({ outcome }) => outcome === SUCCESS);
  return {
    requests: inside.length,
    failures,
    ...longestPause(
      good.filter(({ isWrite }) => isWrite).map(({ endedMs }) => endedMs),
      fromMs,
      toMs,
    ),
    slowestMs: good.reduce((most, each) => Math.max(most, each.endedMs - each.startedMs), 0),
  };
}

/** Without any success until the end, the pause lasts to the end. */
function longestPause(successesMs: readonly number[], fromMs: number, toMs: number) {
  const marks = [...successesMs.toSorted((first, second) => first - second), toMs];
  let previous = fromMs;
  let longest = { pauseMs: 0, recoveredAfterMs: 0 };
  for (const mark of marks) {
    const pauseMs = mark - previous;
    if (pauseMs > longest.pauseMs) longest = { pauseMs, recoveredAfterMs: mark - fromMs };
    previous = mark;
  }
  return longest;
}

/** The value below which this share of the numbers lies; 0 for none. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((first, second) => first - second);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
