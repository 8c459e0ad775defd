-- A later day could be sealed before an earlier one with journals. Nothing would seal the earlier one any more, so no proof would
-- ever cover it.

-- Stores the signed roots of a closed day, one for each partner with journals, and returns whether it did: false when
-- another process sealed the day. Days are sealed in their order, so each root can name the hash of the partner's previous
-- one. signed_with is the public key of the signatures; roots has the columns of ledger.day_roots. PW003 for a day that is
-- not closed, for one after a day with journals that is not sealed, as nothing would seal that day any more, and for a root
-- that does not continue the partner's last one.
-- Source: docs/decisions/0092-verifiable-ledger.md
CREATE OR REPLACE FUNCTION ledger.seal_day(sealed date, signed_with jsonb, roots jsonb) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
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
  IF EXISTS (SELECT FROM ledger.entries WHERE created_at >= stored.sealed_before::timestamp AT TIME ZONE 'UTC'
      AND created_at < sealed::timestamp AT TIME ZONE 'UTC') THEN
    RAISE EXCEPTION 'a day with journals before % is not sealed', sealed USING ERRCODE = 'PW003';
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
