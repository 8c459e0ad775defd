/**
 * The retry schedule: the delays between a failed attempt and the next one, one per retry, so that there are eight
 * attempts. The setting WEBHOOK_RETRY_DELAYS_S replaces the schedule.
 */
export const RETRY_DELAYS_S: readonly number[] = [30, 120, 480, 1_920, 7_680, 30_720, 86_400];

/** The relative spread that separates the retries of attempts that failed together. */
const JITTER = 0.1;

/**
 * Returns the delay from a failure to the next attempt, in ms; undefined after the last retry.
 *
 * @param failures the number of failed attempts, including this one
 * @param delaysS the retry schedule
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
