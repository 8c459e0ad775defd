import { isWithin, now } from "@/lib/kernel/clock";
import { perProcess } from "@/lib/kernel/per-process";

/** Within this time, a repeated request about a refused transfer would bring the same result. */
const RETRY_MS = 15_000;

const refusedAtMs = perProcess("payoutRefusals", () => new Map<string, number>());

/** Skips a refused transfer for a while, so that those behind it are processed. Known to this process only. */
export function noteRefusal(id: string): void {
  refusedAtMs.set(id, now().getTime());
}

/** Returns the ids that were refused within this time. */
export function recentRefusals(): string[] {
  for (const [id, atMs] of refusedAtMs) if (!isWithin(RETRY_MS, atMs)) refusedAtMs.delete(id);
  return [...refusedAtMs.keys()];
}
