-- Delivery of webhook events: docs/decisions/0014-webhook-delivery.md

-- Where a partner is told, and how that goes. Apart from the partner's own row, which every process keeps in memory.
CREATE TABLE webhook_endpoints (
    "partner_id" TEXT NOT NULL,
    "url" TEXT,
    "events" TEXT[] DEFAULT ARRAY['*']::TEXT[],
    "last_success_at" TIMESTAMPTZ(3),
    -- The first failure since the last success.
    "failing_since" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("partner_id")
);
ALTER TABLE webhook_endpoints SET (fillfactor = 70);

-- The newest has no end; those before it sign until theirs.
CREATE TABLE webhook_secrets (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "secret_sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "webhook_secrets_partner_id_idx" ON "webhook_secrets"("partner_id");
CREATE UNIQUE INDEX "webhook_secrets_current_key" ON "webhook_secrets"("partner_id") WHERE expires_at IS NULL;

INSERT INTO webhook_endpoints (partner_id, url, events)
  SELECT id, webhook_url, coalesce(webhook_events, '{*}') FROM partners;
-- A secret is sealed for the id of its row, and those were sealed for their partner's.
INSERT INTO webhook_secrets (id, partner_id, secret_sealed, created_at)
  SELECT id, id, webhook_secret_sealed, created_at FROM partners WHERE webhook_secret_sealed IS NOT NULL;
ALTER TABLE partners DROP COLUMN webhook_url, DROP COLUMN webhook_secret_sealed, DROP COLUMN webhook_events;

-- An event's place among those of the same user, card transaction, withdrawal or deposit.
ALTER TABLE webhook_events ADD COLUMN "sequence" INTEGER, ADD COLUMN "is_test" BOOLEAN NOT NULL DEFAULT false;
UPDATE webhook_events e SET sequence = n.sequence
  FROM (SELECT id, row_number() OVER (PARTITION BY partner_id, resource_id ORDER BY id) AS sequence FROM webhook_events) n
  WHERE n.id = e.id;
ALTER TABLE webhook_events ALTER COLUMN sequence SET NOT NULL;
DROP INDEX "webhook_events_resource_id_idx";
CREATE UNIQUE INDEX "webhook_events_partner_id_resource_id_sequence_key" ON "webhook_events"("partner_id", "resource_id", "sequence");
CREATE INDEX "webhook_events_partner_id_type_id_idx" ON "webhook_events"("partner_id", "type", "id" DESC);

-- How the delivery of an event stands. One row for each event that is to be sent, however often.
CREATE TABLE webhook_deliveries (
    "event_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "resource_id" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    -- All that were made, and those that failed since it was last asked for.
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    -- When the next attempt is due; while one is under way, when another process may take it over.
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    -- Who has it under way.
    "lease_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),
    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("event_id"),
    CONSTRAINT "webhook_deliveries_status" CHECK (status IN ('pending', 'delivered', 'failed'))
);
ALTER TABLE webhook_deliveries SET (fillfactor = 70);
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries"("partner_id", "due_at") WHERE status = 'pending';
CREATE INDEX "webhook_deliveries_untried_idx" ON "webhook_deliveries"("partner_id", "resource_id", "sequence")
  WHERE status = 'pending' AND attempts = 0;
CREATE INDEX "webhook_deliveries_partner_id_status_event_id_idx" ON "webhook_deliveries"("partner_id", "status", "event_id" DESC);

-- Every request that was sent, with what came back. Append-only.
CREATE TABLE webhook_attempts (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "succeeded" BOOLEAN NOT NULL,
    "status_code" INTEGER,
    "response_body" TEXT,
    -- Why there was no answer, or none that counts.
    "error" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "webhook_attempts_partner_id_id_idx" ON "webhook_attempts"("partner_id", "id" DESC);
CREATE UNIQUE INDEX "webhook_attempts_partner_id_event_id_number_key" ON "webhook_attempts"("partner_id", "event_id", "number");
CREATE TRIGGER count_inserted AFTER INSERT ON webhook_attempts
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();

GRANT SELECT, INSERT, UPDATE ON webhook_endpoints, webhook_secrets, webhook_deliveries TO partner_wallet_app;
GRANT SELECT, INSERT ON webhook_attempts TO partner_wallet_app;

-- Events get their place here, and a delivery when the partner wants to hear of them. Whoever changes what an event is
-- about holds a lock on it; should two still meet, the second one's place is taken and it is decided again.
CREATE FUNCTION commit_events(added jsonb) RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  WITH inserted AS (
    INSERT INTO webhook_events (id, partner_id, type, resource_id, body, created_at, is_test, sequence)
    SELECT r.id, r.partner_id, r.type, r.resource_id, r.body, r.created_at, coalesce(r.is_test, false),
      coalesce((SELECT max(e.sequence) FROM webhook_events e
        WHERE e.partner_id = r.partner_id AND e.resource_id = r.resource_id), 0)
      + row_number() OVER (PARTITION BY r.partner_id, r.resource_id ORDER BY r.id)
    FROM jsonb_populate_recordset(NULL::webhook_events, added) r
    RETURNING *
  )
  INSERT INTO webhook_deliveries (event_id, partner_id, resource_id, sequence, status, due_at, created_at)
  SELECT i.id, i.partner_id, i.resource_id, i.sequence, 'pending', now(), i.created_at
  FROM inserted i JOIN webhook_endpoints p ON p.partner_id = i.partner_id
  WHERE p.url IS NOT NULL AND (i.is_test OR p.events && ARRAY['*', i.type]);
$$;

-- As before (0004), with commit_events, and looking for nothing where nothing is expected.
CREATE OR REPLACE FUNCTION commit_work(work jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  parts CONSTANT text[] := '{claim,accounts,lock,expect,update,insert,journals,wallet_transactions,events}';
  part jsonb;
  found_rows bigint;
  claimed jsonb;
BEGIN
  IF work - parts <> '{}' THEN
    RAISE EXCEPTION 'a work of unknown parts' USING ERRCODE = 'PW003';
  END IF;
  -- First of all: of two requests with one key the second waits here and then sees what the first did.
  IF work ? 'claim' THEN
    INSERT INTO idempotency_keys SELECT * FROM jsonb_populate_record(NULL::idempotency_keys, work -> 'claim')
      ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      SELECT to_jsonb(k) INTO claimed FROM idempotency_keys k
        WHERE k.partner_id = work #>> '{claim,partner_id}' AND k.endpoint = work #>> '{claim,endpoint}'
          AND k.key = work #>> '{claim,key}';
      RETURN claimed;
    END IF;
  END IF;

  IF work ? 'accounts' THEN PERFORM ledger.open(work -> 'accounts'); END IF;
  -- Whoever changes a card holds the lock of its account, so a plain look is enough once we hold it.
  IF work ? 'lock' THEN PERFORM ledger.lock(ARRAY(SELECT jsonb_array_elements_text(work -> 'lock'))); END IF;

  part := work #> '{expect,cards}';
  IF part IS NOT NULL THEN
    IF EXISTS (SELECT FROM jsonb_object_keys(part) k (id)
        WHERE (SELECT version FROM cards WHERE cards.id = k.id) IS DISTINCT FROM (part ->> k.id)::int) THEN
      RAISE EXCEPTION 'a card changed' USING ERRCODE = 'PW001';
    END IF;
  END IF;
  part := work #> '{expect,accounts}';
  IF part IS NOT NULL THEN
    IF EXISTS (SELECT FROM jsonb_object_keys(part) k (id)
        WHERE (SELECT version FROM ledger.accounts WHERE accounts.id = k.id) IS DISTINCT FROM (part ->> k.id)::bigint) THEN
      RAISE EXCEPTION 'an account changed' USING ERRCODE = 'PW001';
    END IF;
  END IF;
  part := work #> '{expect,terminated}';
  IF part IS NOT NULL THEN
    SELECT count(*) INTO found_rows FROM cards
      WHERE partner_id = part ->> 'partnerId' AND terminated_at > (part ->> 'since')::timestamptz;
    IF found_rows >= (part ->> 'fewerThan')::int THEN
      RAISE EXCEPTION 'too many terminations' USING ERRCODE = 'PW001';
    END IF;
  END IF;

  IF work ? 'update' THEN PERFORM commit_updates(work -> 'update'); END IF;
  IF work ? 'insert' THEN PERFORM commit_inserts(work -> 'insert'); END IF;
  IF work ? 'journals' THEN PERFORM ledger.post(work -> 'journals'); END IF;
  -- Its rows point at their journals, so they come after them.
  IF work ? 'wallet_transactions' THEN
    INSERT INTO wallet_transactions
      SELECT * FROM jsonb_populate_recordset(NULL::wallet_transactions, work -> 'wallet_transactions');
  END IF;
  IF work ? 'events' THEN PERFORM commit_events(work -> 'events'); END IF;
  RETURN NULL;
END
$$;

-- The endpoint's row is locked first: of two at once the second sees the first one's secret, and replaces it.
CREATE FUNCTION set_webhook_endpoint(partner text, new_url text, secret_id text, sealed text, at timestamptz, previous_until timestamptz)
  RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO webhook_endpoints (partner_id, url) VALUES (partner, new_url)
    ON CONFLICT (partner_id) DO UPDATE SET url = excluded.url, failing_since = NULL, paused_at = NULL;
  UPDATE webhook_secrets SET expires_at = previous_until WHERE partner_id = partner AND expires_at IS NULL;
  INSERT INTO webhook_secrets (id, partner_id, secret_sealed, created_at) VALUES (secret_id, partner, sealed, at);
END
$$;
