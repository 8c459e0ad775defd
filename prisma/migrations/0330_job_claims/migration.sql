-- Jobs that run once per interval over all processes: docs/decisions/0113-shared-by-processes.md

ALTER TABLE job_starts
  ADD COLUMN holder text,
  ADD COLUMN lease_ends_at timestamptz(3),
  ADD COLUMN succeeded_at timestamptz(3),
  ADD COLUMN retry_at timestamptz(3);
COMMENT ON TABLE job_starts IS 'Which process runs a job that runs once over all processes, and when it ran, by the clock of the database';
COMMENT ON COLUMN job_starts.claimed_at IS 'the beginning of the last claimed run';
COMMENT ON COLUMN job_starts.holder IS 'the process that claimed the last run';
COMMENT ON COLUMN job_starts.lease_ends_at IS 'while a run is under way: when another process may claim it, because this one has not renewed its claim';
COMMENT ON COLUMN job_starts.succeeded_at IS 'the beginning of the last run that succeeded';
COMMENT ON COLUMN job_starts.retry_at IS 'after a failed run: when any process may try again';
-- Without it every job would run at once after the upgrade.
UPDATE job_starts SET succeeded_at = job_runs.succeeded_at FROM job_runs WHERE job_runs.name = job_starts.name;
