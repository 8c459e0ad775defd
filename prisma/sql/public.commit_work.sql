-- Commits what use cases decided, in one call and one short transaction: docs/decisions/0003-decide-then-commit.md
--
-- work, every part optional:
--   claims    rows of idempotency_keys, in one order whoever commits them
--   accounts  for ledger.open
--   lock      ids of accounts: all that are posted to, all of cards that change or are expected
--   callers   the partners whose keys or sessions asked; PW004 when one of them is suspended
--   keys      the ids of the API keys that asked; PW007 when one of them was revoked
--   sessions  the sessions that asked, each with the role that the request was authorized with, or null; PW008 when one of
--             them has ended or its person was removed, PW009 when the person has another role
--   expect    {"cards": {id: version}, "accounts": {id: version}}   what must be as it was read
--             {"terminated": [{"partnerId", "since", "fewerThan"}]}   limits, counted under the wallet's lock
--   update    for commit_updates: {table: [{"id", "version", "set": {...}}]}
--   insert    for commit_inserts: {table: [row]}
--   journals  for ledger.post
--   wallet_transactions, events   rows that belong to the journals, and events for commit_events
-- Returns null, or the row of idempotency_keys when the only key was claimed before; nothing is done then. PW005 when
-- one of several keys was claimed before. PW001 when something has changed since it was read: read and decide again.
-- Rows are locked in one order: accounts by id, then rows that are updated, then counters of rows that are inserted.
CREATE OR REPLACE FUNCTION public.commit_work(work jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  parts CONSTANT text[] := '{claims,accounts,lock,callers,keys,sessions,expect,update,insert,journals,wallet_transactions,events}';
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

  part := work -> 'keys';
  IF part IS NOT NULL THEN
    IF EXISTS (SELECT FROM api_keys WHERE id = ANY (ARRAY(SELECT jsonb_array_elements_text(part))) AND revoked_at IS NOT NULL) THEN
      RAISE EXCEPTION 'the API key was revoked' USING ERRCODE = 'PW007';
    END IF;
  END IF;
  part := work -> 'sessions';
  IF part IS NOT NULL THEN
    IF EXISTS (SELECT FROM jsonb_each_text(part) a (id, role)
        WHERE NOT EXISTS (SELECT FROM sessions s JOIN people p ON p.id = s.person_id
          WHERE s.id = a.id AND s.revoked_at IS NULL AND p.disabled_at IS NULL)) THEN
      RAISE EXCEPTION 'the session has ended' USING ERRCODE = 'PW008';
    END IF;
    IF EXISTS (SELECT FROM jsonb_each_text(part) a (id, role)
        JOIN sessions s ON s.id = a.id JOIN people p ON p.id = s.person_id WHERE p.role::text <> a.role) THEN
      RAISE EXCEPTION 'the person has another role' USING ERRCODE = 'PW009';
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
