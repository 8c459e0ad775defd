-- Signed daily roots over each partner's journals, with which a partner proves a line of its statement. Days before this
-- migration are sealed too, by the first run of the job. Source: docs/decisions/0092-verifiable-ledger.md

CREATE TABLE ledger.signing_keys (
  key_id text NOT NULL,
  public_key text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT signing_keys_pkey PRIMARY KEY (key_id)
);
COMMENT ON TABLE ledger.signing_keys IS 'The public keys that signed roots; kept when the private key is replaced';
COMMENT ON COLUMN ledger.signing_keys.public_key IS 'An Ed25519 key: 32 bytes in base64';

CREATE TABLE ledger.day_roots (
  partner_id text NOT NULL,
  day date NOT NULL,
  leaf_count integer NOT NULL,
  root text NOT NULL,
  previous text NOT NULL,
  hash text NOT NULL,
  key_id text NOT NULL,
  signature text NOT NULL,
  first_journal_id text NOT NULL,
  last_journal_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT day_roots_pkey PRIMARY KEY (partner_id, day),
  CONSTRAINT day_roots_key FOREIGN KEY (key_id) REFERENCES ledger.signing_keys(key_id),
  CONSTRAINT day_roots_leaf_count CHECK (leaf_count > 0)
);
COMMENT ON TABLE ledger.day_roots IS 'The signed Merkle root over a partner''s journals of a day in UTC; docs/verifiable-ledger.md';
COMMENT ON COLUMN ledger.day_roots.previous IS 'The hash of the partner''s previous row; 64 zeros for its first';
COMMENT ON COLUMN ledger.day_roots.hash IS 'The SHA-256 of the signed bytes';
COMMENT ON COLUMN ledger.day_roots.first_journal_id IS 'The first leaf: with the last one it bounds the part of the index that has the day''s journals';
CREATE INDEX day_roots_day_idx ON ledger.day_roots(day);

CREATE TABLE ledger.days_end (
  is_end boolean NOT NULL DEFAULT true,
  closed_before date NOT NULL,
  sealed_before date NOT NULL,
  awaited_before date,
  horizon xid8,
  CONSTRAINT days_end_pkey PRIMARY KEY (is_end),
  CONSTRAINT days_end_one_row CHECK (is_end),
  CONSTRAINT days_end_order CHECK (sealed_before <= closed_before),
  CONSTRAINT days_end_awaited CHECK ((awaited_before IS NULL) = (horizon IS NULL))
);
COMMENT ON TABLE ledger.days_end IS 'How far days are closed and have roots; one row';
COMMENT ON COLUMN ledger.days_end.closed_before IS 'No day before this one gets a further journal';
COMMENT ON COLUMN ledger.days_end.sealed_before IS 'Every day before this one has its roots';
COMMENT ON COLUMN ledger.days_end.awaited_before IS 'Becomes closed_before once all transactions before the horizon have ended';
INSERT INTO ledger.days_end (closed_before, sealed_before) VALUES ('2000-01-01', '2000-01-01');

-- Closes the days that have ended, and returns the first day that is not closed. A closed day gets no further journal: its
-- journals are all visible to every later snapshot. A posting takes its time before its transaction commits, so the end of
-- the day is not enough. This function first stores its own transaction id, five minutes after the end of the day. A
-- transaction that took its time within the day had an id by then, and so a smaller one: a statement is cancelled long
-- before five minutes have passed. The days are closed once all transactions with smaller ids have ended, also prepared ones.
-- A stored id that this server has not reached is of another server, from which the database was restored, and is replaced.
-- Source: docs/decisions/0092-verifiable-ledger.md
CREATE OR REPLACE FUNCTION ledger.close_days() RETURNS date LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  ended CONSTANT date := ((transaction_timestamp() - interval '5 minutes') AT TIME ZONE 'UTC')::date;
  stored ledger.days_end;
BEGIN
  SELECT * INTO STRICT stored FROM ledger.days_end FOR UPDATE;
  IF stored.horizon <= pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot()) THEN
    UPDATE ledger.days_end SET closed_before = awaited_before, awaited_before = NULL, horizon = NULL RETURNING * INTO stored;
  ELSIF stored.horizon > pg_catalog.pg_current_xact_id() THEN
    UPDATE ledger.days_end SET awaited_before = NULL, horizon = NULL RETURNING * INTO stored;
  END IF;
  IF stored.horizon IS NULL AND stored.closed_before < ended THEN
    UPDATE ledger.days_end SET awaited_before = ended, horizon = pg_catalog.pg_current_xact_id();
  END IF;
  RETURN stored.closed_before;
END
$$;

-- Stores the signed roots of a closed day, one for each partner with journals, and returns whether it did: false when
-- another process sealed the day. Days are sealed in their order, so each root can name the hash of the partner's previous
-- one. signed_with is the public key of the signatures; roots has the columns of ledger.day_roots. PW003 for a day that is
-- not closed, and for a root that does not continue the partner's last one.
-- Source: docs/decisions/0092-verifiable-ledger.md
CREATE OR REPLACE FUNCTION ledger.seal_day(sealed date, signed_with jsonb, roots jsonb) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = '' AS $$
DECLARE
  stored ledger.days_end;
  broken text;
BEGIN
  SELECT * INTO STRICT stored FROM ledger.days_end FOR UPDATE;
  IF sealed < stored.sealed_before THEN
    RETURN false;
  END IF;
  IF sealed >= stored.closed_before THEN
    RAISE EXCEPTION 'the day % is not closed', sealed USING ERRCODE = 'PW003';
  END IF;
  SELECT r.partner_id INTO broken
    FROM jsonb_populate_recordset(NULL::ledger.day_roots, roots) r
    LEFT JOIN LATERAL (
      SELECT hash FROM ledger.day_roots WHERE partner_id = r.partner_id ORDER BY day DESC LIMIT 1) last ON true
    WHERE r.day IS DISTINCT FROM sealed OR r.previous IS DISTINCT FROM coalesce(last.hash, repeat('0', 64))
      OR r.key_id IS DISTINCT FROM signed_with ->> 'keyId'
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the root of % does not continue its last one', broken USING ERRCODE = 'PW003';
  END IF;
  INSERT INTO ledger.signing_keys (key_id, public_key, created_at)
    SELECT signed_with ->> 'keyId', signed_with ->> 'publicKey', clock_timestamp() WHERE jsonb_array_length(roots) > 0
    ON CONFLICT DO NOTHING;
  INSERT INTO ledger.day_roots SELECT * FROM jsonb_populate_recordset(NULL::ledger.day_roots, roots);
  UPDATE ledger.days_end SET sealed_before = sealed + 1;
  RETURN true;
END
$$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.day_roots
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.signing_keys
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

GRANT SELECT ON ledger.day_roots, ledger.days_end, ledger.signing_keys TO partner_wallet_app;
REVOKE ALL ON FUNCTION ledger.close_days(), ledger.seal_day(date, jsonb, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.close_days(), ledger.seal_day(date, jsonb, jsonb) TO partner_wallet_app;
