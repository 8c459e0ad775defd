import { vi } from "vitest";

/**
 * The timeout of `expect.poll` (vitest.config.ts). The default of `vi.waitFor`, 1 s, is too short on a busy machine.
 */
const TIMEOUT_MS = 30_000;

/** Repeats a check until it passes, and returns its result. */
export function eventually<T>(
  check: () => T | Promise<T>,
  { intervalMs = 50, timeoutMs = TIMEOUT_MS }: { intervalMs?: number; timeoutMs?: number } = {},
): Promise<T> {
  return vi.waitFor(check, { timeout: timeoutMs, interval: intervalMs });
}
