// SQL: lock: claims a run by the database's clock in one statement.

import { query } from "@/lib/db";

export interface JobRun {
  name: string;
  startedAt: Date;
  durationMs: number;
  result: Record<string, number>;
  /** A short description; null when the run succeeded. */
  failure: string | null;
}

/** The duration of a claim of a run at the start; afterwards another process may claim the run. */
const CLAIM_MS = 300_000;

export interface StartClaim {
  isClaimed: boolean;
  /** How long until the run can be claimed; 0 or negative if this call claimed it. */
  dueInMs: number;
}

/**
 * Claims the run of a job at the start of a process. Nobody gets the claim while the job ran within its interval, or
 * while another process holds it: of processes that start together only one runs the job.
 */
export async function claimStart(name: string, everyMs: number): Promise<StartClaim> {
  const [claim] = await query<StartClaim & Record<string, unknown>>(
    "claim_job_start",
    `WITH claimed AS (INSERT INTO job_starts AS old (name, claimed_at)
       SELECT $1, now() WHERE NOT EXISTS (
         SELECT FROM job_runs WHERE name = $1 AND started_at > now() - $2::float8 * interval '1 millisecond')
       ON CONFLICT (name) DO UPDATE SET claimed_at = excluded.claimed_at
         WHERE old.claimed_at < now() - $3::float8 * interval '1 millisecond'
       RETURNING name)
     SELECT EXISTS (SELECT FROM claimed) AS "isClaimed", greatest(0,
       (SELECT extract(epoch FROM started_at - now()) * 1000 + $2::float8 FROM job_runs WHERE name = $1),
       (SELECT extract(epoch FROM claimed_at - now()) * 1000 + $3::float8 FROM job_starts WHERE name = $1)
     )::float8 AS "dueInMs"`,
    [name, everyMs, Math.min(everyMs, CLAIM_MS)],
  );
  if (!claim) throw new Error("the claim of a job returned no row");
  return claim;
}

/**
 * Stores the newest run of a job over the previous one. A run that began earlier than the stored one changes nothing.
 */
export async function upsertJobRun(run: JobRun): Promise<void> {
  const succeededAt = run.failure === null ? run.startedAt : null;
  const failingSince = run.failure === null ? null : run.startedAt;
  await query(
    "upsert_job_run",
    `INSERT INTO job_runs AS old (name, started_at, duration_ms, result, succeeded_at, failing_since, failure)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at, duration_ms = excluded.duration_ms,
       result = excluded.result, succeeded_at = coalesce(excluded.succeeded_at, old.succeeded_at),
       failing_since = CASE WHEN excluded.failure IS NULL THEN NULL ELSE coalesce(old.failing_since, excluded.failing_since) END,
       failure = excluded.failure
     WHERE old.started_at <= excluded.started_at`,
    [
      run.name,
      run.startedAt,
      run.durationMs,
      JSON.stringify(run.result),
      succeededAt,
      failingSince,
      run.failure,
    ],
  );
}
