import { now } from "@/lib/kernel/clock";
import { perProcess } from "@/lib/kernel/per-process";

/** A token that is paused or has blocklisted somebody stays so for hours or days. */
const RETRY_MS = 3_600_000;

const untilMs = perProcess("refusedSweeps", () => new Map<string, number>());

/** Leaves something that cannot be swept alone for an hour. In this process only: asking again does no harm. */
export function leaveAlone(key: string): void {
  untilMs.set(key, now().getTime() + RETRY_MS);
}

/** What is left alone now, of the keys that begin so; the rest of each key. */
export function leftAlone(prefix: string): string[] {
  for (const [key, until] of untilMs) if (until <= now().getTime()) untilMs.delete(key);
  return [...untilMs.keys()].flatMap((key) =>
    key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
  );
}
