import { isWithin, now } from "@/lib/kernel/clock";
import { perProcess } from "@/lib/kernel/per-process";

/** A paused token or a blocklisted account stays so for hours or days. */
const RETRY_MS = 3_600_000;
/** When a retry is missing: the address is below the minimum by now, or another process has swept it. */
const KNOWN_FOR_MS = 2 * RETRY_MS;

interface Refusal {
  atMs: number;
  /** Somebody emptied the address, and its balance alone shows when it can be swept again. */
  isEmpty: boolean;
}

const refusals = perProcess("refusedSweeps", () => new Map<string, Refusal>());

/**
 * Skips something that cannot be swept for an hour. Known to this process only, since a repeated request does no harm.
 */
export function leaveAlone(key: string, isEmpty = false): void {
  refusals.set(key, { atMs: now().getTime(), isEmpty });
}

/** Forgets that something could not be swept. With `onlyEmpty`, not what was refused with a balance. */
export function forgetRefusal(key: string, { onlyEmpty = false } = {}): void {
  if (!onlyEmpty || refusals.get(key)?.isEmpty) refusals.delete(key);
}

const withoutPrefix = (keys: readonly string[], prefix: string): string[] =>
  keys.flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));

/** Returns the skipped keys with this prefix, without the prefix. */
export const leftAlone = (prefix: string): string[] =>
  withoutPrefix(
    [...refusals].filter(([, { atMs }]) => isWithin(RETRY_MS, atMs)).map(([key]) => key),
    prefix,
  );

/**
 * Returns the keys with this prefix that could not be swept when that was last tried, without the prefix. Also those that are
 * tried again now: what they hold would otherwise count as money for a moment each hour. Forgets those that nobody tried again,
 * as nothing is known about them any more.
 */
export function refusedLast(prefix: string): string[] {
  for (const [key, { atMs }] of refusals) if (!isWithin(KNOWN_FOR_MS, atMs)) refusals.delete(key);
  return withoutPrefix([...refusals.keys()], prefix);
}
