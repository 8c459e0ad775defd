// SQL: the clock that all processes share.

import { SECOND_MS } from "@/lib/kernel/durations";
import { instantAfter, msUntil } from "./database-clock";
import { query, type RunQuery } from "./index";

/** Reads the time in seconds by the database's clock, which all processes share. */
export async function readClockS(): Promise<bigint> {
  const [row] = await query<{ nowS: bigint }>(
    "read_clock",
    `SELECT floor(extract(epoch FROM clock_timestamp()))::bigint AS "nowS"`,
    [],
  );
  if (!row) throw new Error("the database does not tell the time");
  return row.nowS;
}

/**
 * Reads by how many seconds the database's clock is ahead of this process's, below zero when it is behind. A slow statement
 * makes no difference of its own: the result is 0 when the database's time lies within the statement.
 */
export async function readClockOffsetS(runQuery: RunQuery = query): Promise<number> {
  // The real clock, also where the service's clock is set: hosts are compared.
  const sentAtMs = Date.now();
  const [row] = await runQuery<{ atMs: number }>(
    "read_clock_ms",
    `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "atMs"`,
    [],
  );
  if (!row) throw new Error("the database does not tell the time");
  // Date.now() leaves out the fraction of a millisecond.
  const answeredAtMs = Date.now() + 1;
  const nearestMs = Math.min(Math.max(row.atMs, sentAtMs), answeredAtMs);
  return (row.atMs - nearestMs) / SECOND_MS;
}

/** Returns an instant of the service's clock by that of the database, which all processes share. */
export async function databaseTimeOf(at: Date): Promise<Date> {
  const [row] = await query<{ at: Date }>(
    "find_database_time",
    `SELECT ${instantAfter("$1")} AS at`,
    [msUntil(at)],
  );
  if (!row) throw new Error("the database has no time");
  return row.at;
}
