-- What partners asked of their API, and what they were told, for 30 days: docs/decisions/0017-request-log.md

-- Written in batches beside the requests themselves. Ids are those of requests: in the order of time.
CREATE TABLE request_log (
    "id" TEXT COLLATE "C" NOT NULL,
    "partner_id" TEXT NOT NULL,
    "key_id" TEXT,
    "person_id" TEXT,
    "method" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "query" TEXT,
    "status" SMALLINT NOT NULL,
    "error_code" TEXT,
    "duration_ms" REAL NOT NULL,
    "idempotency_key" TEXT,
    "request_body" TEXT,
    "response_body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "request_log_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "request_log_caller" CHECK (key_id IS NULL OR person_id IS NULL)
);
CREATE INDEX "request_log_partner_id_id_idx" ON "request_log"("partner_id", "id" DESC);
CREATE INDEX "request_log_partner_id_route_id_idx" ON "request_log"("partner_id", "route", "id" DESC);
-- Of what is rare, or looked for by itself, only that: most requests cost two entries.
CREATE INDEX "request_log_refused_idx" ON "request_log"("partner_id", "id" DESC) WHERE status BETWEEN 400 AND 499;
CREATE INDEX "request_log_failed_idx" ON "request_log"("partner_id", "id" DESC) WHERE status >= 500;
CREATE INDEX "request_log_idempotency_key_idx" ON "request_log"("partner_id", "idempotency_key", "id" DESC)
  WHERE idempotency_key IS NOT NULL;
-- Rows go in at one end and out at the other, all of them.
ALTER TABLE request_log SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);

GRANT SELECT, INSERT, DELETE ON request_log TO partner_wallet_app;
