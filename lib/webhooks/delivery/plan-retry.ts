/** Retries of what failed together are spread by so much. */
const JITTER = 0.1;

/**
 * How long after a failure the next attempt is due, in ms; undefined when there is none left.
 *
 * @param failures how many attempts failed, this one included
 * @param delaysS between an attempt that failed and the next one: as many retries as there are numbers; the schedule is
 * WEBHOOK_RETRY_DELAYS_S of lib/kernel/env.ts
 * @param random from 0 up to 1
 *
 * Source: spec: Delivery and retries: exponential backoff, then permanently failed; design 7, attempts.
 */
export function planRetry(
  failures: number,
  delaysS: readonly number[],
  random: () => number = Math.random,
): number | undefined {
  const delayS = delaysS[failures - 1];
  if (delayS === undefined) return undefined;
  return Math.round(delayS * 1_000 * (1 - JITTER + 2 * JITTER * random()));
}
