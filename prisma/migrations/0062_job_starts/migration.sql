-- Which job a process runs at its start: of several that start together one claims it.
CREATE TABLE job_starts (
    "name" TEXT NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "job_starts_pkey" PRIMARY KEY ("name")
);
GRANT SELECT, INSERT, UPDATE ON job_starts TO partner_wallet_app;
