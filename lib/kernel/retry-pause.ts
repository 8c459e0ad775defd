const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 600_000;

interface Pauses {
  firstMs: number;
  maxMs: number;
}

/** The pause after a number of failed attempts, in milliseconds. It doubles with each, up to a maximum. */
export function doubledPauseMs(attempts: number, { firstMs, maxMs }: Pauses): number {
  return Math.min(maxMs, firstMs * 2 ** Math.min(Math.max(attempts - 1, 0), 20));
}

/**
 * The pause before the next attempt at a provider, in milliseconds. It doubles with each failed attempt up to ten minutes,
 * and varies so that retries do not come together.
 */
export function retryPauseMs(attempts: number): number {
  const mostMs = doubledPauseMs(attempts, { firstMs: FIRST_PAUSE_MS, maxMs: MAX_PAUSE_MS });
  return mostMs * (0.75 + Math.random() / 4);
}
