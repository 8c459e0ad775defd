import { setTimeout as sleep } from "node:timers/promises";

/** Providers list changes only some seconds later. */
const WITHIN_MS = 60_000;
const PAUSE_MS = 1_000;

/** Repeats a request until it returns a value. @throws Error that says what is missing, after a minute */
export async function eventually<Found>(
  what: string,
  ask: () => Promise<Found | undefined>,
): Promise<Found> {
  for (const end = Date.now() + WITHIN_MS; ; await sleep(PAUSE_MS)) {
    const found = await ask();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`${what} is missing after a minute`);
  }
}
