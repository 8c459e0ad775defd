import { findOpenSubjects } from "@/lib/alerts/sql-store";
import { now } from "@/lib/kernel/clock";
import { HOUR_MS } from "@/lib/kernel/durations";
import { perProcess } from "@/lib/kernel/per-process";
import { Refusals } from "../refusals";

/** A paused token or a blocklisted account stays so for hours or days. */
const RETRY_MS = HOUR_MS;
/** When a retry is missing: the address is below the minimum by now, or another process has swept it. */
const LIMITS = { retryMs: RETRY_MS, knownForMs: 2 * RETRY_MS };

const refused = perProcess("refusedSweeps", () => new Refusals(LIMITS));
/** Somebody emptied these addresses, and their balance alone shows when they can be swept again. */
const emptied = perProcess("emptiedAddresses", () => new Refusals(LIMITS));

/** The prefixes of the keys that earlier processes noted, as far as this process has read them. */
const recalled = perProcess("recalledSweeps", () => new Set<string>());

/**
 * Reads once what earlier processes could not sweep, as their open alerts tell. A process that was just started may not try all of
 * it in its first run, and what it holds would count as money until then.
 */
export async function recallRefusals(prefix: string): Promise<void> {
  if (recalled.has(prefix)) return;
  const subjects = await findOpenSubjects("sweep_failed", now());
  for (const subject of subjects) if (subject.startsWith(prefix)) refused.recall(subject);
  recalled.add(prefix);
}

/** Notes that something cannot be swept: the next runs skip it for an hour. */
export function leaveAlone(key: string): void {
  refused.note(key);
}

/** Forgets that something could not be swept. */
export function forgetRefusal(key: string): void {
  refused.forget(key);
}

/** Notes an address that has no balance although it should: the next runs skip it for an hour. */
export function noteBalance(key: string, amountMicroUsd: bigint): void {
  if (amountMicroUsd > 0n) {
    emptied.forget(key);
  } else {
    refused.forget(key);
    emptied.note(key);
  }
}

const withoutPrefix = (keys: readonly string[], prefix: string): string[] =>
  keys.flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));

/** Returns the skipped keys with this prefix, without the prefix. */
export const leftAlone = (prefix: string): string[] =>
  withoutPrefix([...refused.recent(), ...emptied.recent()], prefix);

/**
 * Returns the keys with this prefix that could not be swept when that was last tried, without the prefix. Also those that are
 * tried again now: what they hold would otherwise count as money for a moment each hour. Those that nobody tried again are
 * forgotten, as nothing is known about them any more.
 */
export const refusedLast = (prefix: string): string[] =>
  withoutPrefix([...refused.known(), ...emptied.known()], prefix);
