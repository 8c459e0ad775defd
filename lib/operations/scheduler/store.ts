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

export interface Claim {
  isClaimed: boolean;
  /** How long until the run can be claimed, at the earliest; 0 or negative if this call claimed it. */
  dueInMs: number;
}

/** The present, and a little more: a claim that was written while this statement waited for it can be later than its `now()`. */
const LATEST = "now() + interval '1 minute'";

/**
 * When the next run of a job is due: after its lease, its pause and its interval. Times that were in the future when they were
 * written are of a clock that was ahead and was set back. They do not count: the job would stand still until then.
 * $3 is the interval and $4 the lease, in milliseconds.
 */
const dueAt = (row: string) => `greatest(
  CASE WHEN ${row}.claimed_at <= ${LATEST} OR ${row}.lease_ends_at <= ${LATEST} + $4::float8 * interval '1 millisecond'
    THEN ${row}.lease_ends_at END,
  CASE WHEN ${row}.claimed_at <= ${LATEST} THEN ${row}.retry_at END,
  CASE WHEN ${row}.succeeded_at <= ${LATEST} THEN ${row}.succeeded_at + $3::float8 * interval '1 millisecond' END)`;

/**
 * Claims the next run of a job for `holder`, by the database's clock. Nobody gets the claim while the job succeeded within
 * its interval, while the pause after a failure lasts, or while another process runs the job and renews its claim.
 */
export async function claimRun(
  name: string,
  holder: string,
  { everyMs, leaseMs }: { everyMs: number; leaseMs: number },
): Promise<Claim> {
  const [claim] = await query<Claim & Record<string, unknown>>(
    "claim_job_run",
    `WITH claimed AS (INSERT INTO job_starts AS old (name, claimed_at, holder, lease_ends_at)
       VALUES ($1, now(), $2, now() + $4::float8 * interval '1 millisecond')
       ON CONFLICT (name) DO UPDATE SET claimed_at = excluded.claimed_at, holder = excluded.holder,
         lease_ends_at = excluded.lease_ends_at, retry_at = NULL
       WHERE coalesce(${dueAt("old")} <= now(), true)
       RETURNING name)
     SELECT EXISTS (SELECT FROM claimed) AS "isClaimed",
       coalesce((SELECT extract(epoch FROM ${dueAt("j")} - now()) * 1000 FROM job_starts j WHERE name = $1), 0)::float8 AS "dueInMs"`,
    [name, holder, everyMs, leaseMs],
  );
  if (!claim) throw new Error("the claim of a job returned no row");
  return claim;
}

/** Extends the claim of a run that is under way. Does nothing if another process has claimed the run since. */
export async function renewClaim(name: string, holder: string, leaseMs: number): Promise<void> {
  await query(
    "renew_job_run",
    `UPDATE job_starts SET lease_ends_at = now() + $3::float8 * interval '1 millisecond'
     WHERE name = $1 AND holder = $2 AND lease_ends_at IS NOT NULL`,
    [name, holder, leaseMs],
  );
}

/**
 * Ends the claim of a run. Does nothing if another process has claimed the run since.
 * @param retryMs the pause after which any process tries a failed run again; undefined for a run that succeeded
 */
export async function endClaim(
  name: string,
  holder: string,
  retryMs: number | undefined,
): Promise<void> {
  await query(
    "end_job_run",
    `UPDATE job_starts SET lease_ends_at = NULL, retry_at = now() + $3::float8 * interval '1 millisecond',
       succeeded_at = CASE WHEN $3::float8 IS NULL THEN claimed_at ELSE succeeded_at END
     WHERE name = $1 AND holder = $2 AND lease_ends_at IS NOT NULL`,
    [name, holder, retryMs ?? null],
  );
}

/**
 * Stores the newest run of a job over the previous one. A run that began earlier than the stored one changes nothing, unless
 * the stored one is from a process whose clock is ahead of the database's: it would hide all runs until its time has come.
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
       failing_since = CASE WHEN excluded.failure IS NULL THEN NULL ELSE least(old.failing_since, excluded.failing_since) END,
       failure = excluded.failure
     WHERE old.started_at <= excluded.started_at OR old.started_at > now()`,
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
