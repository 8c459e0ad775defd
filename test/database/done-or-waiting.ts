import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "../fixtures/make";

const LOOK_EVERY_MS = 10;

/** Transactions that hold a lock somebody waits for while their client sends nothing, each with the time of its last statement. */
const HOLDERS = `
  SELECT holder.pid, holder.state_change
  FROM pg_stat_activity AS waiting
  CROSS JOIN LATERAL unnest(pg_blocking_pids(waiting.pid)) AS blocking (pid)
  JOIN pg_stat_activity AS holder ON holder.pid = blocking.pid
  WHERE waiting.datname = current_database() AND waiting.wait_event_type = 'Lock'
    AND holder.state = 'idle in transaction'`;

async function holders(): Promise<string[]> {
  const rows = await sql(HOLDERS);
  return rows.map(({ pid, state_change }) => `${pid} ${Number(state_change)}`);
}

/**
 * Resolves to true when `happens` settles, or to false when a session of this database waits for a transaction that
 * does nothing. For a caller that holds the lock: it would wait forever if it awaited `happens`. A wait for a
 * transaction that goes on, of another request or of autovacuum, ends by itself and does not count.
 */
export async function doneOrWaiting(happens: Promise<unknown>): Promise<boolean> {
  const done = happens.then(() => true);
  let before: string[] = [];
  while (!(await Promise.race([done, sleep(LOOK_EVERY_MS, false)]))) {
    const found = await holders();
    if (found.some((holder) => before.includes(holder))) return false;
    before = found;
  }
  return true;
}
