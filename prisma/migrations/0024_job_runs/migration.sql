-- How the service's own work goes, as whoever does it last wrote down. For people: nothing is decided on it.
CREATE TABLE job_runs (
    "name" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    -- Counts of what it did.
    "result" JSONB NOT NULL,
    "succeeded_at" TIMESTAMPTZ(3),
    -- Since the last success.
    "failing_since" TIMESTAMPTZ(3),
    "failure" TEXT,
    CONSTRAINT "job_runs_pkey" PRIMARY KEY ("name")
);

-- Which endpoints are in trouble, without reading all of them.
CREATE INDEX "webhook_endpoints_trouble_idx" ON webhook_endpoints(partner_id)
  WHERE failing_since IS NOT NULL OR paused_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE ON job_runs TO partner_wallet_app;
