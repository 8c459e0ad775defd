-- Commits what a use case decided, in one call and one short transaction: docs/decisions/0003-decide-then-commit.md
--
-- work, every part optional:
--   claim     a row of idempotency_keys
--   accounts  for ledger.open
--   lock      ids of accounts: all that are posted to, all of cards that change or are expected
--   expect    {"cards": {id: version}, "accounts": {id: version}}   what must be as it was read
--             {"terminated": {"partnerId", "since", "fewerThan"}}   a limit, counted under the wallet's lock
--   update    {"users"|"cards"|"card_transactions"|"withdrawals": [{"id", "version", "set": {...}}]}
--   insert    {"users"|"deleted_users"|...: [row]}
--   journals  for ledger.post
-- Returns null, or the row of idempotency_keys when the key was claimed before; nothing is done then.
-- Rows are locked in one order: accounts by id, then rows that are updated, then counters of rows that are inserted.
-- Raises PW001 when something is no longer as it was read: read and decide again.
CREATE FUNCTION commit_work(work jsonb) RETURNS jsonb LANGUAGE plpgsql
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
  IF EXISTS (SELECT FROM jsonb_object_keys(part) k (id)
      WHERE (SELECT version FROM cards WHERE cards.id = k.id) IS DISTINCT FROM (part ->> k.id)::int) THEN
    RAISE EXCEPTION 'a card changed' USING ERRCODE = 'PW001';
  END IF;
  part := work #> '{expect,accounts}';
  IF EXISTS (SELECT FROM jsonb_object_keys(part) k (id)
      WHERE (SELECT version FROM ledger.accounts WHERE accounts.id = k.id) IS DISTINCT FROM (part ->> k.id)::bigint) THEN
    RAISE EXCEPTION 'an account changed' USING ERRCODE = 'PW001';
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
CREATE FUNCTION commit_updates(changes jsonb) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  target text;
  change jsonb;
BEGIN
  FOR target, change IN SELECT t.key, c.value FROM jsonb_each(changes) t, jsonb_array_elements(t.value) c LOOP
    CASE target
      WHEN 'users' THEN
        UPDATE users u SET
            (email, email_key, first_name, last_name, phone_number, account_purpose, ip_address, wallet_address,
             redirect_url, address, city, region, postal_code, status, denial_reason, kyc_session_id,
             last_card_created_at, deleted_at, version)
          = (SELECT r.email, r.email_key, r.first_name, r.last_name, r.phone_number, r.account_purpose, r.ip_address,
             r.wallet_address, r.redirect_url, r.address, r.city, r.region, r.postal_code, r.status,
             r.denial_reason, r.kyc_session_id, r.last_card_created_at, r.deleted_at, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'cards' THEN
        UPDATE cards u SET
            (status, terminated_at, terminate_reference, version)
          = (SELECT r.status, r.terminated_at, r.terminate_reference, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'card_transactions' THEN
        UPDATE card_transactions u SET
            (amount_micro_usd, status, held_micro_usd, refunded_micro_usd, version)
          = (SELECT r.amount_micro_usd, r.status, r.held_micro_usd, r.refunded_micro_usd, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'withdrawals' THEN
        UPDATE withdrawals u SET
            (status, tx_hash, reject_reason, failure_reason, approved_at, completed_at, cancelled_at, rejected_at,
             failed_at, version)
          = (SELECT r.status, r.tx_hash, r.reject_reason, r.failure_reason, r.approved_at, r.completed_at, r.cancelled_at,
             r.rejected_at, r.failed_at, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'kyc_sessions' THEN
        UPDATE kyc_sessions u SET
            (opened_at, completed_at, outcome)
          = (SELECT r.opened_at, r.completed_at, r.outcome
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id';
      WHEN 'partners' THEN
        -- A partner has no version of its own: xmin is another after every change of the row, whoever makes it.
        UPDATE partners u SET
            (kyc_fee_micro_usd, card_creation_fee_micro_usd, funding_fee_micro_usd, funding_fee_bps,
             card_withdrawal_fee_micro_usd, cross_border_fee_bps, requests_per_s, request_burst)
          = (SELECT r.kyc_fee_micro_usd, r.card_creation_fee_micro_usd, r.funding_fee_micro_usd, r.funding_fee_bps,
             r.card_withdrawal_fee_micro_usd, r.cross_border_fee_bps, r.requests_per_s, r.request_burst
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.xmin::text = change ->> 'version';
    END CASE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'a row of % changed', target USING ERRCODE = 'PW001';
    END IF;
  END LOOP;
END
$$;

CREATE FUNCTION commit_inserts(added jsonb) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  tables CONSTANT text[] := '{partners,deposit_addresses,users,deleted_users,kyc_sessions,sandbox_kyc_outcomes,cards,card_transactions,
    withdrawals,deposits,audit_entries}';
BEGIN
  IF added - tables <> '{}' THEN
    RAISE EXCEPTION 'rows for unknown tables' USING ERRCODE = 'PW003';
  END IF;
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
