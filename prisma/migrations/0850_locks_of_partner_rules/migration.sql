-- A call that commits a withdrawal locks the amount of its partner before it writes, where lock_timeout holds. Only the trigger at the
-- commit locked it, so that the change sets of other partners in the same call waited for an owner who was setting the amount.

-- Commits a change set, or the union of several, in one call and one short transaction: docs/decisions/0003-decide-then-commit.md
--
-- changes, every part optional:
--   claims    rows of idempotency_keys, always in the same order
--   accounts  for ledger.open
--   lock      ids of accounts: all that are posted to, all of cards that change or are expected
--   callers   the partners of the calling keys and sessions; PW004 when one of them is suspended
--   keys      the ids of the calling API keys; PW007 when one of them was revoked
--   sessions  the calling sessions, each with the role that the request was authorized with, or null; PW008 when one of
--             them has ended or its person was removed, PW009 when the person has another role
--   expect    {"cards": {id: version}, "accounts": {id: version}}   versions that must be as they were read
--             {"terminated": [{"partnerId", "since", "fewerThan"}]}   limits, counted under the wallet's lock
--             {"payouts": [rule of payout_fits]}   payout policies, checked under the wallet's lock
--   update    for commit_updates: {table: [{"id", "version", "set": {...}}]}
--   insert    for commit_inserts: {table: [row]}
--   journals  for ledger.post
--   wallet_transactions, events   rows that belong to the journals, and events for commit_events
-- Returns null, or the row of idempotency_keys when the only key was claimed before; nothing is done then. PW005 when
-- one of several keys was claimed before. PW001 when something has changed since it was read: read and decide again.
-- Rows are locked in one order: accounts by id, then the rules of partners that withdraw, then rows that are updated, then counters of
-- rows that are inserted.
CREATE OR REPLACE FUNCTION public.commit_change_set(changes jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  parts CONSTANT text[] := '{claims,accounts,lock,callers,keys,sessions,expect,update,insert,journals,wallet_transactions,events}';
  part jsonb;
  found_rows bigint;
  claimed jsonb;
BEGIN
  IF changes - parts <> '{}' THEN
    RAISE EXCEPTION 'a change set has unknown parts' USING ERRCODE = 'PW003';
  END IF;
  -- First: of two requests with one key the second one waits here and then sees the result of the first.
  part := changes -> 'claims';
  IF part IS NOT NULL THEN
    INSERT INTO idempotency_keys SELECT * FROM jsonb_populate_recordset(NULL::idempotency_keys, part)
      ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS found_rows = ROW_COUNT;
    IF found_rows < jsonb_array_length(part) THEN
      IF jsonb_array_length(part) > 1 THEN
        RAISE EXCEPTION 'one of several keys was claimed before' USING ERRCODE = 'PW005';
      END IF;
      -- The commit of the claim may not be on any standby yet, as after a crash. Without this record our transaction would have
      -- nothing to wait for; with it the answer waits for a standby, which then has the claim too.
      PERFORM pg_logical_emit_message(true, 'claimed', '');
      SELECT to_jsonb(k) INTO claimed FROM idempotency_keys k
        WHERE k.partner_id = part #>> '{0,partner_id}' AND k.endpoint = part #>> '{0,endpoint}' AND k.key = part #>> '{0,key}';
      RETURN claimed;
    END IF;
  END IF;

  IF changes ? 'accounts' THEN PERFORM ledger.open(changes -> 'accounts'); END IF;
  -- Every change of a card holds the lock of its account, so a plain read is enough under that lock.
  IF changes ? 'lock' THEN PERFORM ledger.lock(ARRAY(SELECT jsonb_array_elements_text(changes -> 'lock'))); END IF;

  -- After the locks of accounts: a request that waited for them while its partner was suspended is refused.
  part := changes -> 'callers';
  IF part IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock_shared(suspension_lock(), hashtext(c.id)) FROM jsonb_array_elements_text(part) c (id);
    IF EXISTS (SELECT FROM partners WHERE id = ANY (ARRAY(SELECT jsonb_array_elements_text(part))) AND suspended_at IS NOT NULL) THEN
      RAISE EXCEPTION 'the partner is suspended' USING ERRCODE = 'PW004';
    END IF;
  END IF;

  part := changes -> 'keys';
  IF part IS NOT NULL THEN
    IF EXISTS (SELECT FROM api_keys WHERE id = ANY (ARRAY(SELECT jsonb_array_elements_text(part))) AND revoked_at IS NOT NULL) THEN
      RAISE EXCEPTION 'the API key was revoked' USING ERRCODE = 'PW007';
    END IF;
  END IF;
  part := changes -> 'sessions';
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

  part := changes #> '{expect,cards}';
  IF part IS NOT NULL THEN
    IF EXISTS (SELECT FROM jsonb_object_keys(part) k (id)
        WHERE (SELECT version FROM cards WHERE cards.id = k.id) IS DISTINCT FROM (part ->> k.id)::int) THEN
      RAISE EXCEPTION 'a card changed' USING ERRCODE = 'PW001';
    END IF;
  END IF;
  part := changes #> '{expect,accounts}';
  IF part IS NOT NULL THEN
    IF EXISTS (SELECT FROM jsonb_object_keys(part) k (id)
        WHERE (SELECT version FROM ledger.accounts WHERE accounts.id = k.id) IS DISTINCT FROM (part ->> k.id)::bigint) THEN
      RAISE EXCEPTION 'an account changed' USING ERRCODE = 'PW001';
    END IF;
  END IF;
  part := changes #> '{expect,terminated}';
  IF part IS NOT NULL THEN
    IF EXISTS (SELECT FROM jsonb_array_elements(part) t (rule)
        WHERE (SELECT count(*) FROM cards WHERE partner_id = t.rule ->> 'partnerId'
          AND terminated_at > (t.rule ->> 'since')::timestamptz) >= (t.rule ->> 'fewerThan')::int) THEN
      RAISE EXCEPTION 'too many terminations' USING ERRCODE = 'PW001';
    END IF;
  END IF;
  part := changes #> '{expect,payouts}';
  IF part IS NOT NULL THEN
    IF EXISTS (SELECT FROM jsonb_array_elements(part) t (rule) WHERE NOT payout_fits(t.rule)) THEN
      RAISE EXCEPTION 'a withdrawal does not fit the payout policy' USING ERRCODE = 'PW001';
    END IF;
  END IF;

  -- The trigger waits_for_partner locks them too, but at the commit, which no lock_timeout limits: all change sets of a call would wait
  -- for an owner who sets the amount.
  part := changes #> '{insert,withdrawals}';
  IF part IS NOT NULL THEN
    PERFORM FROM partner_approval_rules WHERE partner_id = ANY (ARRAY(SELECT w.made ->> 'partner_id' FROM jsonb_array_elements(part) w (made)))
      ORDER BY partner_id FOR NO KEY UPDATE;
  END IF;

  IF changes ? 'update' THEN PERFORM commit_updates(changes -> 'update'); END IF;
  IF changes ? 'insert' THEN PERFORM commit_inserts(changes -> 'insert'); END IF;
  IF changes ? 'journals' THEN PERFORM ledger.post(changes -> 'journals'); END IF;
  -- These rows refer to journals, so they are inserted after the journals.
  IF changes ? 'wallet_transactions' THEN
    INSERT INTO wallet_transactions
      SELECT * FROM jsonb_populate_recordset(NULL::wallet_transactions, changes -> 'wallet_transactions');
  END IF;
  IF changes ? 'events' THEN PERFORM commit_events(changes -> 'events'); END IF;
  RETURN NULL;
END
$$;
