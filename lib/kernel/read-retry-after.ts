import { HOUR_MS } from "./durations";

/** No provider is trusted to stop us for longer. */
const MAX_MS = HOUR_MS;

/**
 * Reads the header Retry-After, which has seconds or a date.
 * @returns milliseconds, at most an hour; undefined for a missing or unknown value
 */
export function readRetryAfterMs(header: string | null | undefined, at: Date): number | undefined {
  const text = (header ?? "").trim();
  if (text === "") return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - at.getTime();
  return Number.isNaN(ms) ? undefined : Math.min(MAX_MS, Math.max(0, ms));
}
