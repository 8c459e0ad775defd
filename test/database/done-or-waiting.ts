import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "../fixtures/make";

const LOOK_EVERY_MS = 10;

/**
 * Resolves to true when `happens` settles, or to false when a session of this database waits for a lock. For a caller
 * that holds the lock: it would wait forever if it awaited `happens`.
 */
export async function doneOrWaiting(happens: Promise<unknown>): Promise<boolean> {
  const done = happens.then(() => true);
  while (!(await Promise.race([done, sleep(LOOK_EVERY_MS, false)]))) {
    const waiting = await sql(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (waiting.length > 0) return false;
  }
  return true;
}
