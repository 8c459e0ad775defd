import { query } from "@/lib/db";

export interface JobRun {
  name: string;
  startedAt: Date;
  durationMs: number;
  result: Record<string, number>;
  /** In short words; null when the run went well. */
  failure: string | null;
}

/** The newest run of a job, over the one before it. A run that began earlier than the one that stands changes nothing. */
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
