-- Commits what a use case decided, in one call and one short transaction: docs/decisions/0003-decide-then-commit.md
--
-- work, every part optional:
--   claim     a row of idempotency_keys
--   accounts  for ledger.open
--   lock      ids of accounts to lock besides those posted to
--   expect    {"cards": {id: version}, "accounts": {id: version}}   what must be as it was read
--             {"terminated": {"partnerId", "since", "fewerThan"}}   a limit, counted under the wallet's lock
--   update    {"users"|"cards"|"card_transactions"|"withdrawals": [{"id", "version", "set": {...}}]}
--   insert    {"users"|"deleted_users"|...: [row]}
--   journals  for ledger.post
-- Returns null, or the row of idempotency_keys when the key was claimed before; nothing is done then.
-- Raises PW001 when something is no longer as it was read: read and decide again.
CREATE FUNCTION commit_work(work jsonb) RETURNS jsonb LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
  part jsonb;
  found_rows bigint;
  claimed jsonb;
BEGIN
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
  IF work ? 'lock' THEN PERFORM ledger.lock(work -> 'lock'); END IF;

  -- Whoever changes a card holds the lock of its account, so a plain look is enough once we hold it.
  part := work #> '{expect,cards}';
  IF part IS NOT NULL THEN
    SELECT count(*) INTO found_rows FROM jsonb_each_text(part) e JOIN cards c ON c.id = e.key AND c.version = e.value::int;
    IF found_rows <> (SELECT count(*) FROM jsonb_object_keys(part)) THEN
      RAISE EXCEPTION 'a card changed' USING ERRCODE = 'PW001';
    END IF;
  END IF;
  part := work #> '{expect,accounts}';
  IF part IS NOT NULL THEN
    SELECT count(*) INTO found_rows FROM jsonb_each_text(part) e
      JOIN ledger.accounts a ON a.id = e.key AND a.version = e.value::bigint;
    IF found_rows <> (SELECT count(*) FROM jsonb_object_keys(part)) THEN
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
  IF work ? 'events' THEN
    INSERT INTO webhook_events SELECT * FROM jsonb_populate_recordset(NULL::webhook_events, work -> 'events');
  END IF;
  RETURN NULL;
END
$$;

-- Each change names the version that it was decided on.
CREATE FUNCTION commit_updates(changes jsonb) RETURNS void LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
  wanted bigint := 0;
  done bigint;
  total bigint := 0;
BEGIN
  SELECT sum(jsonb_array_length(c.value)) INTO wanted FROM jsonb_each(changes) c;
  IF changes ? 'users' THEN
    UPDATE users u SET
        (email, email_key, first_name, last_name, phone_number, account_purpose, ip_address, wallet_address, redirect_url,
          address, city, region, postal_code, status, denial_reason, kyc_session_id, last_card_created_at, deleted_at, version)
        = (r.email, r.email_key, r.first_name, r.last_name, r.phone_number, r.account_purpose, r.ip_address, r.wallet_address,
          r.redirect_url, r.address, r.city, r.region, r.postal_code, r.status, r.denial_reason, r.kyc_session_id,
          r.last_card_created_at, r.deleted_at, u.version + 1)
      FROM jsonb_array_elements(changes -> 'users') c
        JOIN users old ON old.id = c.value ->> 'id', LATERAL jsonb_populate_record(old, c.value -> 'set') r
      WHERE u.id = old.id AND u.version = (c.value ->> 'version')::int AND old.version = u.version;
    GET DIAGNOSTICS done = ROW_COUNT;
    total := total + done;
  END IF;
  IF changes ? 'cards' THEN
    UPDATE cards u SET (status, terminated_at, terminate_reference, version)
        = (r.status, r.terminated_at, r.terminate_reference, u.version + 1)
      FROM jsonb_array_elements(changes -> 'cards') c
        JOIN cards old ON old.id = c.value ->> 'id', LATERAL jsonb_populate_record(old, c.value -> 'set') r
      WHERE u.id = old.id AND u.version = (c.value ->> 'version')::int AND old.version = u.version;
    GET DIAGNOSTICS done = ROW_COUNT;
    total := total + done;
  END IF;
  IF changes ? 'card_transactions' THEN
    UPDATE card_transactions u SET (amount_micro_usd, status, held_micro_usd, refunded_micro_usd, version)
        = (r.amount_micro_usd, r.status, r.held_micro_usd, r.refunded_micro_usd, u.version + 1)
      FROM jsonb_array_elements(changes -> 'card_transactions') c
        JOIN card_transactions old ON old.id = c.value ->> 'id', LATERAL jsonb_populate_record(old, c.value -> 'set') r
      WHERE u.id = old.id AND u.version = (c.value ->> 'version')::int AND old.version = u.version;
    GET DIAGNOSTICS done = ROW_COUNT;
    total := total + done;
  END IF;
  IF changes ? 'withdrawals' THEN
    UPDATE withdrawals u SET
        (status, tx_hash, reject_reason, failure_reason, approved_at, completed_at, cancelled_at, rejected_at, failed_at, version)
        = (r.status, r.tx_hash, r.reject_reason, r.failure_reason, r.approved_at, r.completed_at, r.cancelled_at,
          r.rejected_at, r.failed_at, u.version + 1)
      FROM jsonb_array_elements(changes -> 'withdrawals') c
        JOIN withdrawals old ON old.id = c.value ->> 'id', LATERAL jsonb_populate_record(old, c.value -> 'set') r
      WHERE u.id = old.id AND u.version = (c.value ->> 'version')::int AND old.version = u.version;
    GET DIAGNOSTICS done = ROW_COUNT;
    total := total + done;
  END IF;
  IF changes ? 'kyc_sessions' THEN
    UPDATE kyc_sessions u SET (opened_at, completed_at, outcome) = (r.opened_at, r.completed_at, r.outcome)
      FROM jsonb_array_elements(changes -> 'kyc_sessions') c
        JOIN kyc_sessions old ON old.id = c.value ->> 'id', LATERAL jsonb_populate_record(old, c.value -> 'set') r
      WHERE u.id = old.id;
    GET DIAGNOSTICS done = ROW_COUNT;
    total := total + done;
  END IF;
  IF changes ? 'partners' THEN
    UPDATE partners u SET
        (kyc_fee_micro_usd, card_creation_fee_micro_usd, funding_fee_micro_usd, funding_fee_bps,
          card_withdrawal_fee_micro_usd, cross_border_fee_bps, requests_per_s, request_burst)
        = (r.kyc_fee_micro_usd, r.card_creation_fee_micro_usd, r.funding_fee_micro_usd, r.funding_fee_bps,
          r.card_withdrawal_fee_micro_usd, r.cross_border_fee_bps, r.requests_per_s, r.request_burst)
      FROM jsonb_array_elements(changes -> 'partners') c
        JOIN partners old ON old.id = c.value ->> 'id', LATERAL jsonb_populate_record(old, c.value -> 'set') r
      -- A partner has no version of its own: xmin is another after every change of the row, whoever makes it.
      WHERE u.id = old.id AND u.xmin = old.xmin AND u.xmin::text = c.value ->> 'version';
    GET DIAGNOSTICS done = ROW_COUNT;
    total := total + done;
  END IF;
  IF total <> wanted THEN
    RAISE EXCEPTION 'a row changed' USING ERRCODE = 'PW001';
  END IF;
END
$$;

CREATE FUNCTION commit_inserts(added jsonb) RETURNS void LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF added ? 'partners' THEN
    INSERT INTO partners SELECT * FROM jsonb_populate_recordset(NULL::partners, added -> 'partners');
  END IF;
  IF added ? 'deposit_addresses' THEN
    INSERT INTO deposit_addresses SELECT * FROM jsonb_populate_recordset(NULL::deposit_addresses, added -> 'deposit_addresses');
  END IF;
  IF added ? 'users' THEN
    INSERT INTO users SELECT * FROM jsonb_populate_recordset(NULL::users, added -> 'users');
  END IF;
  IF added ? 'deleted_users' THEN
    INSERT INTO deleted_users SELECT * FROM jsonb_populate_recordset(NULL::deleted_users, added -> 'deleted_users')
      ON CONFLICT (partner_id, email_hash) DO UPDATE SET status = excluded.status, deleted_at = excluded.deleted_at;
  END IF;
  IF added ? 'kyc_sessions' THEN
    INSERT INTO kyc_sessions SELECT * FROM jsonb_populate_recordset(NULL::kyc_sessions, added -> 'kyc_sessions');
  END IF;
  IF added ? 'sandbox_kyc_outcomes' THEN
    INSERT INTO sandbox_kyc_outcomes
      SELECT * FROM jsonb_populate_recordset(NULL::sandbox_kyc_outcomes, added -> 'sandbox_kyc_outcomes');
  END IF;
  IF added ? 'cards' THEN
    INSERT INTO cards SELECT * FROM jsonb_populate_recordset(NULL::cards, added -> 'cards');
  END IF;
  IF added ? 'card_transactions' THEN
    INSERT INTO card_transactions SELECT * FROM jsonb_populate_recordset(NULL::card_transactions, added -> 'card_transactions');
  END IF;
  IF added ? 'withdrawals' THEN
    INSERT INTO withdrawals SELECT * FROM jsonb_populate_recordset(NULL::withdrawals, added -> 'withdrawals');
  END IF;
  IF added ? 'deposits' THEN
    INSERT INTO deposits SELECT * FROM jsonb_populate_recordset(NULL::deposits, added -> 'deposits');
  END IF;
  IF added ? 'audit_entries' THEN
    INSERT INTO audit_entries SELECT * FROM jsonb_populate_recordset(NULL::audit_entries, added -> 'audit_entries');
  END IF;
END
$$;
