import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "../fixtures/make";

const LOOK_EVERY_MS = 10;

/**
 * True once that which happens is done, and false once something in this database waits for a lock: for who holds the
 * lock, and must not wait with it.
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
