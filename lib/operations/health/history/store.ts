// SQL: bulk writes of samples, and aggregates over intervals.

import { query } from "@/lib/db";
import { firstIdAt } from "@/lib/kernel/ids";
import type { HealthState } from "./schema";

export interface Sample {
  component: string;
  state: HealthState;
  value?: number | null;
  total?: number;
  failed?: number;
}

/** Stores samples of one time. Of several processes that sample at the same time, the first one wins. */
export async function insertSamples(at: Date, samples: readonly Sample[]): Promise<number> {
  const rows = await query(
    "insert_health_samples",
    `INSERT INTO health_samples (sampled_at, component, state, value, total, failed)
     SELECT $1, s.component, s.state, s.value, s.total, s.failed
     FROM jsonb_to_recordset($2::jsonb) s(component text, state text, value float8, total int, failed int)
     ON CONFLICT DO NOTHING RETURNING component`,
    [at, JSON.stringify(samples)],
  );
  return rows.length;
}

/**
 * Deletes the oldest samples from before a number of days, and those of a time to come: they were made while the clock was ahead,
 * and would keep out the samples of that time. By the clock of the database: a process whose clock was ahead would delete all.
 * Returns their number.
 */
export async function deleteStraySamples(keptDays: number, maxCount: number): Promise<number> {
  const rows = await query(
    "delete_health_samples",
    `DELETE FROM health_samples WHERE (sampled_at, component) IN (
       SELECT sampled_at, component FROM health_samples
       WHERE sampled_at < now() - $1::int * interval '1 day' OR sampled_at > now() + interval '5 minutes' ORDER BY sampled_at LIMIT $2)
     RETURNING component`,
    [keptDays, maxCount],
  );
  return rows.length;
}

export interface Counts {
  total: number;
  failed: number;
}

/** Counts the API requests of all partners from a time on, and returns the duration of 95 % of them. */
export async function countRequests(since: Date): Promise<Counts & { p95Ms: number | null }> {
  const [row] = await query<Counts & { p95Ms: number | null } & Record<string, unknown>>(
    "health_requests",
    `SELECT count(*)::int AS total, count(*) FILTER (WHERE status >= 500)::int AS failed,
       percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms)::float8 AS "p95Ms"
     FROM request_log WHERE id >= $1 AND created_at >= $2`,
    [firstIdAt("req", since), since],
  );
  if (!row) throw new Error("a count without a row");
  return row;
}

/** Counts the attempts of webhook deliveries from a time on. One without a URL was not sent: docs/decisions/0119-retention.md */
export async function countAttempts(since: Date): Promise<Counts> {
  const [row] = await query<Counts & Record<string, unknown>>(
    "health_attempts",
    `SELECT count(*)::int AS total, count(*) FILTER (WHERE NOT succeeded)::int AS failed
     FROM webhook_attempts WHERE id >= $1 AND url <> ''`,
    [firstIdAt("dlv", since)],
  );
  if (!row) throw new Error("a count without a row");
  return row;
}

export interface PointRow {
  component: string;
  at: Date;
  state: HealthState;
  value: number | null;
  total: number | null;
  failed: number | null;
}

/** Aggregates the samples of `[from, until)` by component and interval, oldest first. */
export function listPoints(from: Date, until: Date, intervalS: number): Promise<PointRow[]> {
  return query<PointRow & Record<string, unknown>>(
    "health_points",
    `SELECT component, date_bin($3::int * interval '1 second', sampled_at, $1::timestamptz) AS at,
       CASE max(CASE state WHEN 'down' THEN 2 WHEN 'degraded' THEN 1 ELSE 0 END)
         WHEN 2 THEN 'down' WHEN 1 THEN 'degraded' ELSE 'up' END AS state,
       max(value) AS value, sum(total)::int AS total, sum(failed)::int AS failed
     FROM health_samples WHERE sampled_at >= $1 AND sampled_at < $2
     GROUP BY component, at ORDER BY component, at`,
    [from, until, intervalS],
  );
}

export interface StatusHourRow {
  component: string;
  at: Date;
  samples: number;
  degraded: number;
  down: number;
}

/** Counts the samples of some components by hour and state in `[from, until)`, oldest first. */
export function listStatusHours(
  components: readonly string[],
  from: Date,
  until: Date,
): Promise<StatusHourRow[]> {
  return query<StatusHourRow & Record<string, unknown>>(
    "health_status_hours",
    `SELECT component, date_bin(interval '1 hour', sampled_at, $2::timestamptz) AS at, count(*)::int AS samples,
       count(*) FILTER (WHERE state = 'degraded')::int AS degraded, count(*) FILTER (WHERE state = 'down')::int AS down
     FROM health_samples WHERE component = ANY($1) AND sampled_at >= $2 AND sampled_at < $3
     GROUP BY component, at ORDER BY component, at`,
    [components, from, until],
  );
}

export interface StateRow {
  component: string;
  at: Date;
  state: HealthState;
}

/** Returns the last sample of each of some components in `[from, until]`. */
export function listLastStates(
  components: readonly string[],
  from: Date,
  until: Date,
): Promise<StateRow[]> {
  return query<StateRow & Record<string, unknown>>(
    "health_last_states",
    `SELECT DISTINCT ON (component) component, sampled_at AS at, state FROM health_samples
     WHERE component = ANY($1) AND sampled_at >= $2 AND sampled_at <= $3 ORDER BY component, sampled_at DESC`,
    [components, from, until],
  );
}

/** Returns the newest samples of some components in `[from, until]` that are not up, newest first. */
export function listFailures(
  components: readonly string[],
  { from, until }: { from: Date; until: Date },
  maxCount: number,
): Promise<StateRow[]> {
  return query<StateRow & Record<string, unknown>>(
    "health_failures",
    `SELECT component, sampled_at AS at, state FROM health_samples
     WHERE component = ANY($1) AND sampled_at >= $2 AND sampled_at <= $3 AND state <> 'up'
     ORDER BY sampled_at DESC LIMIT $4`,
    [components, from, until, maxCount],
  );
}
