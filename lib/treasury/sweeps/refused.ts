import { isWithin, now } from "@/lib/kernel/clock";
import { perProcess } from "@/lib/kernel/per-process";

/** A paused token or a blocklisted account stays so for hours or days. */
const RETRY_MS = 3_600_000;

const refusedAtMs = perProcess("refusedSweeps", () => new Map<string, number>());

/**
 * Skips something that cannot be swept for an hour. Known to this process only, since a repeated request does no harm.
 */
export function leaveAlone(key: string): void {
  refusedAtMs.set(key, now().getTime());
}

/** Returns the skipped keys with this prefix, without the prefix. */
export function leftAlone(prefix: string): string[] {
  for (const [key, atMs] of refusedAtMs) if (!isWithin(RETRY_MS, atMs)) refusedAtMs.delete(key);
  return [...refusedAtMs.keys()].flatMap((key) =>
    key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
  );
}
