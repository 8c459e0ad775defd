import { isWithin, now } from "@/lib/kernel/clock";
import { perProcess } from "@/lib/kernel/per-process";

/** Within this time, a repeated request about a refused transfer would bring the same result. */
const RETRY_MS = 15_000;
/** How long a refused transfer comes after those that were not refused. */
const REMEMBERED_MS = 3_600_000;

/** In the order of the last refusals. */
const refusedAtMs = perProcess("payoutRefusals", () => new Map<string, number>());

/**
 * Skips a refused transfer for a while, and tries it after the others then: more of them than are tried in that time would
 * otherwise keep those behind them from ever being processed. Known to this process only.
 */
export function noteRefusal(id: string): void {
  refusedAtMs.delete(id);
  refusedAtMs.set(id, now().getTime());
}

/** Returns the ids that were refused within the last seconds. */
export function recentRefusals(): string[] {
  return [...refusedAtMs].filter(([, atMs]) => isWithin(RETRY_MS, atMs)).map(([id]) => id);
}

/** Returns the ids that were refused before, the longest ago first. */
export function formerRefusals(): string[] {
  for (const [id, atMs] of refusedAtMs) if (!isWithin(REMEMBERED_MS, atMs)) refusedAtMs.delete(id);
  return [...refusedAtMs.keys()];
}
