-- The rules of a partner for its withdrawals: an allow-list with a waiting time, and limits per hour, day and address.
-- docs/decisions/0090-payout-policy.md

CREATE TABLE payout_policies (
  partner_id text NOT NULL,
  allow_list boolean NOT NULL,
  wait_h integer NOT NULL,
  hour_limit_micro_usd bigint,
  day_limit_micro_usd bigint,
  address_day_limit_micro_usd bigint,
  next_allow_list boolean,
  next_wait_h integer,
  next_at timestamptz(3),
  changed_at timestamptz(3) NOT NULL,
  version integer NOT NULL,
  CONSTRAINT payout_policies_pkey PRIMARY KEY (partner_id),
  CONSTRAINT payout_policies_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT payout_policies_wait CHECK (wait_h BETWEEN 0 AND 720 AND next_wait_h BETWEEN 0 AND 720),
  CONSTRAINT payout_policies_limits
    CHECK (hour_limit_micro_usd > 0 AND day_limit_micro_usd > 0 AND address_day_limit_micro_usd > 0),
  CONSTRAINT payout_policies_next CHECK ((next_allow_list IS NULL) = (next_at IS NULL) AND (next_wait_h IS NULL) = (next_at IS NULL)),
  CONSTRAINT payout_policies_version CHECK (version > 0)
);
COMMENT ON TABLE payout_policies IS 'The rules for the withdrawals of a partner; a partner without a row has none.';
COMMENT ON COLUMN payout_policies.wait_h IS 'The hours after which a saved address can be used.';
COMMENT ON COLUMN payout_policies.next_at IS 'From then on next_allow_list and next_wait_h apply: an owner loosened the rules.';

-- The withdrawals that count towards limits. Only withdrawals of the last 24 hours are read by it.
CREATE INDEX withdrawals_partner_id_created_at_idx ON withdrawals(partner_id, created_at);

ALTER TABLE admin_requests DROP CONSTRAINT admin_requests_kind,
  ADD CONSTRAINT admin_requests_kind
    CHECK (kind IN ('second_approval', 'payout_policy', 'operator_invitation', 'operator_role'));

GRANT SELECT, INSERT, UPDATE ON payout_policies TO partner_wallet_app;

-- Returns the terms of a payout policy without a scheduled change: amounts are micro-USD as text, as in a request of an
-- administrator.
CREATE OR REPLACE FUNCTION public.payout_policy_terms(policy payout_policies) RETURNS jsonb LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object('allowList', policy.allow_list, 'waitHours', policy.wait_h,
    'hourMicroUsd', policy.hour_limit_micro_usd::text, 'dayMicroUsd', policy.day_limit_micro_usd::text,
    'addressDayMicroUsd', policy.address_day_limit_micro_usd::text)
$$;

-- Sums the withdrawals of a partner that count towards its payout limits at an instant: those of the last hour, of the last
-- 24 hours, and of the last 24 hours to one address. A withdrawal that was cancelled, rejected or failed does not count.
CREATE OR REPLACE FUNCTION public.payout_use(partner text, address text, at timestamptz)
  RETURNS TABLE (hour_micro_usd bigint, day_micro_usd bigint, address_day_micro_usd bigint) LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT coalesce(sum(w.amount_micro_usd) FILTER (WHERE w.created_at > at - interval '1 hour'), 0)::bigint,
    coalesce(sum(w.amount_micro_usd), 0)::bigint,
    coalesce(sum(w.amount_micro_usd) FILTER (WHERE lower(w.to_address) = lower(address)), 0)::bigint
  FROM withdrawals w
  WHERE w.partner_id = partner AND w.created_at > at - interval '1 day' AND w.status IN ('pending', 'approved', 'completed')
$$;

-- Returns whether a new withdrawal complies with its partner's payout policy. `rule` has the fields that the decision used:
-- partnerId, toAddress, amountMicroUsd, at, and policyVersion (0: no policy). The caller holds the lock of the wallet's
-- account, so concurrent withdrawals of the partner are summed one after another. A saved address is locked against its
-- removal until the transaction ends. Source: docs/decisions/0090-payout-policy.md
CREATE OR REPLACE FUNCTION public.payout_fits(rule jsonb) RETURNS boolean LANGUAGE plpgsql
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  policy payout_policies;
  at CONSTANT timestamptz := (rule ->> 'at')::timestamptz;
  amount CONSTANT bigint := (rule ->> 'amountMicroUsd')::bigint;
  used record;
  is_scheduled_now boolean;
BEGIN
  SELECT * INTO policy FROM payout_policies WHERE partner_id = rule ->> 'partnerId';
  IF coalesce(policy.version, 0) <> (rule ->> 'policyVersion')::int THEN
    RETURN false;
  END IF;
  IF policy.version IS NULL THEN
    RETURN true;
  END IF;
  is_scheduled_now := coalesce(policy.next_at <= at, false);
  IF (CASE WHEN is_scheduled_now THEN policy.next_allow_list ELSE policy.allow_list END) THEN
    PERFORM FROM saved_addresses s WHERE s.partner_id = policy.partner_id AND lower(s.address) = lower(rule ->> 'toAddress')
      AND s.created_at <= at - make_interval(hours => CASE WHEN is_scheduled_now THEN policy.next_wait_h ELSE policy.wait_h END)
      FOR KEY SHARE;
    IF NOT FOUND THEN
      RETURN false;
    END IF;
  END IF;
  IF coalesce(policy.hour_limit_micro_usd, policy.day_limit_micro_usd, policy.address_day_limit_micro_usd) IS NULL THEN
    RETURN true;
  END IF;
  SELECT * INTO used FROM payout_use(policy.partner_id, rule ->> 'toAddress', at);
  -- A limit of null is no limit.
  RETURN coalesce(used.hour_micro_usd + amount <= policy.hour_limit_micro_usd, true)
    AND coalesce(used.day_micro_usd + amount <= policy.day_limit_micro_usd, true)
    AND coalesce(used.address_day_micro_usd + amount <= policy.address_day_limit_micro_usd, true);
END
$$;

-- Trigger: of a partner whose withdrawals can need two approvals, the payout policy becomes looser only by a request that a
-- second administrator confirmed in this transaction. PW028 otherwise. A change that the partner scheduled is not looser.
-- Source: docs/decisions/0090-payout-policy.md
CREATE OR REPLACE FUNCTION public.check_payout_policy() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  is_looser boolean;
BEGIN
  is_looser := (OLD.allow_list AND NOT NEW.allow_list AND OLD.next_allow_list IS DISTINCT FROM false)
    OR (OLD.allow_list AND NEW.wait_h < least(OLD.wait_h, OLD.next_wait_h))
    OR (OLD.hour_limit_micro_usd IS NOT NULL AND coalesce(NEW.hour_limit_micro_usd > OLD.hour_limit_micro_usd, true))
    OR (OLD.day_limit_micro_usd IS NOT NULL AND coalesce(NEW.day_limit_micro_usd > OLD.day_limit_micro_usd, true))
    OR (OLD.address_day_limit_micro_usd IS NOT NULL
      AND coalesce(NEW.address_day_limit_micro_usd > OLD.address_day_limit_micro_usd, true));
  IF is_looser AND EXISTS (SELECT FROM partners p WHERE p.id = NEW.partner_id AND p.second_approval_above_micro_usd IS NOT NULL)
      AND NOT is_confirmed_now('payout_policy', NEW.partner_id, jsonb_build_object('toPolicy', payout_policy_terms(NEW))) THEN
    RAISE EXCEPTION 'a second administrator must confirm a looser payout policy' USING ERRCODE = 'PW028';
  END IF;
  RETURN NEW;
END
$$;

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
-- Rows are locked in one order: accounts by id, then rows that are updated, then counters of rows that are inserted.
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

-- Confirms a request of an administrator and makes the change that it asks for, in one transaction. `made` has what the
-- change needs besides: the invitation's row except for who is invited, and from when a promoted person's approvals
-- count. Returns 'done', or why nothing was changed: 'unknown', 'not_allowed', 'own', 'same_line', 'too_new', 'stale',
-- 'exists'.
CREATE OR REPLACE FUNCTION public.confirm_admin_request(request text, confirmer text, at timestamptz, made jsonb) RETURNS text
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  r admin_requests;
  outcome text;
BEGIN
  PERFORM lock_people_of(NULL);
  SELECT * INTO r FROM admin_requests WHERE id = request AND confirmed_at IS NULL AND cancelled_at IS NULL
    AND expires_at > at AND leads_people_of(NULL, requested_by) FOR UPDATE;
  IF NOT FOUND THEN
    RETURN 'unknown';
  END IF;
  SELECT CASE WHEN leads_people_of(NULL, p.id) THEN obstacle_as_second(p, q, r.created_at, at) ELSE 'not_allowed' END
    INTO outcome FROM people p, people q WHERE p.id = confirmer AND q.id = r.requested_by;
  IF outcome IS NOT NULL THEN
    RETURN outcome;
  END IF;
  IF (CASE r.kind
      WHEN 'second_approval' THEN NOT EXISTS (SELECT FROM partners p WHERE p.id = r.target_id
        AND p.second_approval_above_micro_usd = (r.details ->> 'fromMicroUsd')::bigint)
      WHEN 'payout_policy' THEN NOT EXISTS (SELECT FROM payout_policies p WHERE p.partner_id = r.target_id
        AND payout_policy_terms(p) = r.details -> 'fromPolicy')
      WHEN 'operator_role' THEN NOT EXISTS (SELECT FROM people p WHERE p.id = r.target_id AND p.partner_id IS NULL
        AND p.disabled_at IS NULL AND p.role = r.details ->> 'fromRole')
      ELSE false END) THEN
    RETURN 'stale';
  END IF;
  IF r.kind = 'operator_invitation' AND EXISTS (SELECT FROM people p WHERE p.email_key = r.target_id AND p.partner_id IS NULL) THEN
    RETURN 'exists';
  END IF;
  UPDATE admin_requests SET confirmed_by = confirmer, confirmed_at = at WHERE id = request;
  CASE r.kind
    WHEN 'second_approval' THEN
      UPDATE partners p SET second_approval_above_micro_usd = (r.details ->> 'toMicroUsd')::bigint WHERE p.id = r.target_id
        AND p.second_approval_above_micro_usd = (r.details ->> 'fromMicroUsd')::bigint;
      outcome := CASE WHEN FOUND THEN 'done' ELSE 'stale' END;
    WHEN 'payout_policy' THEN
      UPDATE payout_policies p SET allow_list = (t.terms ->> 'allowList')::boolean, wait_h = (t.terms ->> 'waitHours')::int,
          hour_limit_micro_usd = (t.terms ->> 'hourMicroUsd')::bigint, day_limit_micro_usd = (t.terms ->> 'dayMicroUsd')::bigint,
          address_day_limit_micro_usd = (t.terms ->> 'addressDayMicroUsd')::bigint, next_allow_list = NULL,
          next_wait_h = NULL, next_at = NULL, changed_at = at, version = p.version + 1
        FROM (SELECT r.details -> 'toPolicy' AS terms) t
        WHERE p.partner_id = r.target_id AND payout_policy_terms(p) = r.details -> 'fromPolicy';
      outcome := CASE WHEN FOUND THEN 'done' ELSE 'stale' END;
    WHEN 'operator_invitation' THEN
      outcome := invite_person(made || jsonb_build_object('email', r.details ->> 'email', 'email_key', r.target_id,
        'role', r.details ->> 'role', 'invited_by', confirmer, 'created_at', at));
    WHEN 'operator_role' THEN
      outcome := change_person(NULL, confirmer, r.target_id, r.details ->> 'role', at, '{}',
        (made ->> 'approves_from')::timestamptz);
  END CASE;
  IF outcome <> 'done' THEN
    RAISE EXCEPTION 'request % was confirmed and not done: %', request, outcome USING ERRCODE = 'PW001';
  END IF;
  RETURN 'done';
END
$$;

CREATE TRIGGER loosened_by_two BEFORE UPDATE ON payout_policies FOR EACH ROW EXECUTE FUNCTION check_payout_policy();
