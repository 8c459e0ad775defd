-- Works that wait at the same time are committed together: docs/decisions/0035-group-commit.md

-- As before (0033), with the keys and the callers of several works in one:
--   claims    rows of idempotency_keys, in one order whoever commits them
--   callers   the partners whose keys or sessions asked
-- Returns null, or the row of idempotency_keys when the only key was claimed before; nothing is done then. One of several
-- that was claimed before raises PW005.
CREATE OR REPLACE FUNCTION commit_work(work jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  parts CONSTANT text[] := '{claims,accounts,lock,callers,expect,update,insert,journals,wallet_transactions,events}';
  part jsonb;
  found_rows bigint;
  claimed jsonb;
BEGIN
  IF work - parts <> '{}' THEN
    RAISE EXCEPTION 'a work of unknown parts' USING ERRCODE = 'PW003';
  END IF;
  -- First of all: of two requests with one key the second waits here and then sees what the first did.
  part := work -> 'claims';
  IF part IS NOT NULL THEN
    INSERT INTO idempotency_keys SELECT * FROM jsonb_populate_recordset(NULL::idempotency_keys, part)
      ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS found_rows = ROW_COUNT;
    IF found_rows < jsonb_array_length(part) THEN
      IF jsonb_array_length(part) > 1 THEN
        RAISE EXCEPTION 'a key of several was claimed before' USING ERRCODE = 'PW005';
      END IF;
      SELECT to_jsonb(k) INTO claimed FROM idempotency_keys k
        WHERE k.partner_id = part #>> '{0,partner_id}' AND k.endpoint = part #>> '{0,endpoint}' AND k.key = part #>> '{0,key}';
      RETURN claimed;
    END IF;
  END IF;

  IF work ? 'accounts' THEN PERFORM ledger.open(work -> 'accounts'); END IF;
  -- Whoever changes a card holds the lock of its account, so a plain look is enough once we hold it.
  IF work ? 'lock' THEN PERFORM ledger.lock(ARRAY(SELECT jsonb_array_elements_text(work -> 'lock'))); END IF;

  -- With nothing left to wait for but rows: what waited for its accounts while the partner was suspended is refused.
  part := work -> 'callers';
  IF part IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock_shared(suspension_lock(), hashtext(c.id)) FROM jsonb_array_elements_text(part) c (id);
    IF EXISTS (SELECT FROM partners WHERE id = ANY (ARRAY(SELECT jsonb_array_elements_text(part))) AND suspended_at IS NOT NULL) THEN
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
    IF EXISTS (SELECT FROM jsonb_array_elements(part) t (rule)
        WHERE (SELECT count(*) FROM cards WHERE partner_id = t.rule ->> 'partnerId'
          AND terminated_at > (t.rule ->> 'since')::timestamptz) >= (t.rule ->> 'fewerThan')::int) THEN
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

-- The works of several requests, as one. What somebody else holds for longer is waited for by the one that needs it, and
-- not by all.
CREATE FUNCTION commit_together(work jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
BEGIN
  RETURN commit_work(work);
END
$$;
