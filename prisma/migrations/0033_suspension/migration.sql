-- A suspension stops what is under way: docs/decisions/0033-suspension.md

-- Whatever a partner asks for holds this lock of the partner's shared while it commits, and a suspension alone: it waits
-- for those before it, and those after it see it.
CREATE FUNCTION suspension_lock() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 33;

-- Suspends a partner, or ends its suspension when `at` is null. Answers whether it was otherwise before.
CREATE FUNCTION set_suspension(partner text, at timestamptz) RETURNS boolean LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(suspension_lock(), hashtext(partner));
  UPDATE partners SET suspended_at = at WHERE id = partner AND (suspended_at IS NULL) <> (at IS NULL);
  RETURN FOUND;
END
$$;

-- As before (0005), with the partner that asks:
--   caller    the partner whose key or session asked; left out when it is nobody's or an administrator's work
-- Raises PW004 when that partner is suspended.
CREATE OR REPLACE FUNCTION commit_work(work jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  parts CONSTANT text[] := '{claim,accounts,lock,caller,expect,update,insert,journals,wallet_transactions,events}';
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

  -- With nothing left to wait for but rows: what waited for its accounts while the partner was suspended is refused.
  IF work ? 'caller' THEN
    PERFORM pg_advisory_xact_lock_shared(suspension_lock(), hashtext(work ->> 'caller'));
    IF EXISTS (SELECT FROM partners WHERE id = work ->> 'caller' AND suspended_at IS NOT NULL) THEN
      RAISE EXCEPTION 'the partner is suspended' USING ERRCODE = 'PW004';
    END IF;
  END IF;

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
