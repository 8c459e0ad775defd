-- The functions that the service calls to change something: docs/decisions/0003-decide-then-commit.md

-- Returns the advisory lock of suspensions: a partner's commits share it, and a suspension takes it alone. So a
-- suspension waits for the commits before it, and those after it see it.
CREATE OR REPLACE FUNCTION public.suspension_lock() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 33;

-- Suspends a partner, or ends the suspension when `at` is null. It waits for the commits of the partner that are under
-- way, and returns whether anything changed.
CREATE OR REPLACE FUNCTION public.set_suspension(partner text, at timestamptz) RETURNS boolean LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(suspension_lock(), hashtext(partner));
  UPDATE partners SET suspended_at = at WHERE id = partner AND (suspended_at IS NULL) <> (at IS NULL);
  RETURN FOUND;
END
$$;

-- Updates the rows of a change set. Each update names the version or the status that it was decided on; PW001 when the
-- row has changed since.
CREATE OR REPLACE FUNCTION public.commit_updates(changes jsonb) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
      WHEN 'chain_cursors' THEN
        UPDATE chain_cursors u SET
            (block_number, block_hash, version)
          = (SELECT r.block_number, r.block_hash, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.chain = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'partners' THEN
        -- A partner has no version of its own: xmin is another after every change of the row, whoever makes it.
        UPDATE partners u SET
            (kyc_fee_micro_usd, card_creation_fee_micro_usd, funding_fee_micro_usd, funding_fee_bps,
             card_withdrawal_fee_micro_usd, cross_border_fee_bps, requests_per_s, request_burst,
             second_approval_above_micro_usd)
          = (SELECT r.kyc_fee_micro_usd, r.card_creation_fee_micro_usd, r.funding_fee_micro_usd, r.funding_fee_bps,
             r.card_withdrawal_fee_micro_usd, r.cross_border_fee_bps, r.requests_per_s, r.request_burst,
             r.second_approval_above_micro_usd
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.xmin::text = change ->> 'version';
      WHEN 'alerts' THEN
        UPDATE alerts u SET closed_at = (SELECT r.closed_at FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.closed_at IS NULL;
      WHEN 'operator_postings' THEN
        UPDATE operator_postings u SET
            (status, decided_by, decided_at, decision_reason)
          = (SELECT r.status, r.decided_by, r.decided_at, r.decision_reason
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.status = 'pending';
    END CASE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'a row of % changed', target USING ERRCODE = 'PW001';
    END IF;
  END LOOP;
END
$$;

-- Inserts the rows of a change set, table by table in a fixed order. PW003 for a table that is not one of them.
CREATE OR REPLACE FUNCTION public.commit_inserts(added jsonb) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  tables CONSTANT text[] := '{partners,deposit_addresses,users,deleted_users,kyc_sessions,sandbox_kyc_outcomes,cards,card_transactions,
    withdrawals,withdrawal_approvals,deposits,deposit_releases,operator_postings,audit_entries,alerts}';
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
  IF added ? 'withdrawal_approvals' THEN
    INSERT INTO withdrawal_approvals
      SELECT * FROM jsonb_populate_recordset(NULL::withdrawal_approvals, added -> 'withdrawal_approvals');
  END IF;
  IF added ? 'deposits' THEN
    INSERT INTO deposits SELECT * FROM jsonb_populate_recordset(NULL::deposits, added -> 'deposits');
  END IF;
  IF added ? 'deposit_releases' THEN
    INSERT INTO deposit_releases SELECT * FROM jsonb_populate_recordset(NULL::deposit_releases, added -> 'deposit_releases');
  END IF;
  IF added ? 'operator_postings' THEN
    INSERT INTO operator_postings SELECT * FROM jsonb_populate_recordset(NULL::operator_postings, added -> 'operator_postings');
  END IF;
  IF added ? 'audit_entries' THEN
    INSERT INTO audit_entries SELECT * FROM jsonb_populate_recordset(NULL::audit_entries, added -> 'audit_entries');
  END IF;
  IF added ? 'alerts' THEN
    INSERT INTO alerts SELECT * FROM jsonb_populate_recordset(NULL::alerts, added -> 'alerts')
      ON CONFLICT (kind, subject) WHERE closed_at IS NULL DO NOTHING;
  END IF;
END
$$;

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

-- Commits the change sets of several requests as one. A row that somebody else locks for longer ends it with 55P03, so
-- that only the request that needs the row waits for it.
CREATE OR REPLACE FUNCTION public.commit_together(work jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
BEGIN
  RETURN commit_work(work);
END
$$;

-- Makes changes of the people of a partner, or of the operator when partner is null, run one after another.
CREATE OR REPLACE FUNCTION public.lock_people_of(partner text) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF partner IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtext('people of the operator'));
  ELSE
    PERFORM FROM partners WHERE id = partner FOR NO KEY UPDATE;
  END IF;
END
$$;

-- Revokes the API keys that a person is responsible for and may not hold with a new role (null: the person is removed).
-- An owner of the same partner who makes the change takes over the keys in `kept` instead.
CREATE OR REPLACE FUNCTION public.revoke_keys_beyond_role(person text, new_role text, actor text, kept text[], at timestamptz) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE api_keys k SET taken_over_by = actor FROM people a
    WHERE coalesce(k.taken_over_by, k.created_by) = person AND k.id = ANY (kept) AND k.revoked_at IS NULL
      AND a.id = actor AND a.id <> person AND a.partner_id = k.partner_id AND a.role = 'owner'
      AND NOT may_grant_scopes(coalesce(new_role, ''), k.scopes);
  UPDATE api_keys k SET revoked_at = at
    WHERE coalesce(k.taken_over_by, k.created_by) = person AND k.revoked_at IS NULL
      AND (k.expires_at IS NULL OR k.expires_at > at) AND NOT may_grant_scopes(coalesce(new_role, ''), k.scopes);
END
$$;

-- Returns the API keys that a change of a person at an instant revoked, and those that the actor took over, for the
-- audit entry. It is volatile: it sees what the same statement changed before.
CREATE OR REPLACE FUNCTION public.list_moved_keys(partner text, person text, actor text, kept text[], at timestamptz) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN jsonb_build_object(
    'revoked', (SELECT coalesce(jsonb_agg(jsonb_build_object('keyId', k.id, 'name', k.name) ORDER BY k.id), '[]') FROM api_keys k
      WHERE k.partner_id = partner AND coalesce(k.taken_over_by, k.created_by) = person AND k.revoked_at = at),
    'kept', (SELECT coalesce(jsonb_agg(jsonb_build_object('keyId', k.id, 'name', k.name) ORDER BY k.id), '[]') FROM api_keys k
      WHERE k.partner_id = partner AND k.id = ANY (kept) AND k.taken_over_by = actor));
END
$$;

-- Gives a person another role, or removes the person when new_role is null, if `actor` may. One change at a time among
-- the people of a partner, or of the operator when partner is null: of two owners who remove each other the second one
-- is refused. A removed person's row stays for the audit log, and the e-mail becomes free. `kept` are API keys that the
-- actor takes over; `counts_from` is from when the approvals of a promoted operator count (24 hours later when it is
-- null). Returns 'done', 'unknown', 'last_owner' or 'not_allowed'.
CREATE OR REPLACE FUNCTION public.change_person(partner text, actor text, person text, new_role text, at timestamptz, kept text[] DEFAULT '{}',
    counts_from timestamptz DEFAULT NULL)
  RETURNS text LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  top CONSTANT text := CASE WHEN partner IS NULL THEN 'admin' ELSE 'owner' END;
  old_role text;
BEGIN
  PERFORM lock_people_of(partner);
  IF NOT leads_people_of(partner, actor) THEN
    RETURN 'not_allowed';
  END IF;
  SELECT role INTO old_role FROM people WHERE id = person AND partner_id IS NOT DISTINCT FROM partner AND disabled_at IS NULL;
  IF NOT FOUND THEN
    RETURN 'unknown';
  END IF;
  IF old_role = top AND new_role IS DISTINCT FROM top AND NOT EXISTS (
      SELECT FROM people p WHERE (p.partner_id = partner OR (partner IS NULL AND p.partner_id IS NULL))
        AND p.role = top AND p.disabled_at IS NULL AND p.id <> person) THEN
    RETURN 'last_owner';
  END IF;
  IF new_role IS NULL THEN
    UPDATE people SET disabled_at = at, email_key = id, totp_secret_sealed = NULL, totp_pending_sealed = NULL WHERE id = person;
    UPDATE sessions SET revoked_at = at WHERE person_id = person AND revoked_at IS NULL;
    DELETE FROM recovery_codes WHERE person_id = person;
  ELSIF partner IS NULL AND old_role = 'auditor' AND new_role <> 'auditor' THEN
    UPDATE people SET role = new_role, role_since = at, approves_from = coalesce(counts_from, at + interval '24 hours')
      WHERE id = person;
  ELSE
    UPDATE people SET role = new_role WHERE id = person;
  END IF;
  -- After the person's row: who invites holds it, an admin who invites a partner's owner under no other lock of these.
  IF new_role IS DISTINCT FROM top THEN
    UPDATE invitations SET revoked_at = at WHERE invited_by = person AND accepted_at IS NULL AND revoked_at IS NULL;
  END IF;
  IF partner IS NULL AND new_role IS DISTINCT FROM top THEN
    UPDATE admin_requests SET cancelled_by = actor, cancelled_at = at
      WHERE requested_by = person AND confirmed_at IS NULL AND cancelled_at IS NULL;
  END IF;
  IF partner IS NOT NULL THEN
    PERFORM revoke_keys_beyond_role(person, new_role, actor, kept, at);
  END IF;
  RETURN 'done';
END
$$;

-- Stores an invitation in place of an open one for the same e-mail, if the inviter may invite. Returns 'done', 'exists'
-- when one of these people has the e-mail, or 'not_allowed'.
CREATE OR REPLACE FUNCTION public.invite_person(row_of_invitation jsonb) RETURNS text LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
DECLARE
  invited invitations := jsonb_populate_record(NULL::invitations, row_of_invitation);
BEGIN
  PERFORM lock_people_of(invited.partner_id);
  PERFORM FROM people WHERE id = invited.invited_by FOR SHARE;
  IF NOT leads_people_of(invited.partner_id, invited.invited_by) THEN
    RETURN 'not_allowed';
  END IF;
  IF EXISTS (SELECT FROM people WHERE email_key = invited.email_key
      AND partner_id IS NOT DISTINCT FROM invited.partner_id) THEN
    RETURN 'exists';
  END IF;
  UPDATE invitations SET revoked_at = invited.created_at
    WHERE email_key = invited.email_key AND accepted_at IS NULL AND revoked_at IS NULL
      AND (partner_id = invited.partner_id OR (invited.partner_id IS NULL AND partner_id IS NULL));
  INSERT INTO invitations SELECT invited.*;
  RETURN 'done';
END
$$;

-- Stores an administrator's request in place of an open one for the same. Returns 'done' or 'not_allowed'.
CREATE OR REPLACE FUNCTION public.request_second_administrator(row_of_request jsonb) RETURNS text LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
DECLARE
  asked admin_requests := jsonb_populate_record(NULL::admin_requests, row_of_request);
BEGIN
  PERFORM lock_people_of(NULL);
  IF NOT leads_people_of(NULL, asked.requested_by) THEN
    RETURN 'not_allowed';
  END IF;
  UPDATE admin_requests r SET cancelled_by = asked.requested_by, cancelled_at = asked.created_at
    WHERE r.kind = asked.kind AND r.target_id = asked.target_id AND r.confirmed_at IS NULL AND r.cancelled_at IS NULL;
  INSERT INTO admin_requests SELECT asked.*;
  RETURN 'done';
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

-- Counts one sign-in attempt and returns null, or returns until when a scope is locked and counts nothing. `scopes` is
-- an array of {scope, free, lock_s, decay_s, is_cleared}: how many failures are free, the length of the lock after each
-- further one, how long it takes until one failure is forgotten, and whether a success forgets all of them. Attempts for
-- one e-mail run one after another, so parallel guesses get no further than guesses in a row.
CREATE OR REPLACE FUNCTION public.count_sign_in(email text, scopes jsonb, has_succeeded boolean, at timestamptz) RETURNS timestamptz
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  locked timestamptz;
  rule record;
  counted integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('sign-ins of ' || email, 0));
  SELECT max(a.locked_until) INTO locked
    FROM sign_in_attempts a JOIN jsonb_to_recordset(scopes) AS s (scope text) ON s.scope = a.scope
    WHERE a.email_hash = email AND a.locked_until > at;
  IF locked IS NOT NULL THEN
    RETURN locked;
  END IF;
  FOR rule IN SELECT * FROM jsonb_to_recordset(scopes)
      AS s (scope text, free integer, lock_s integer[], decay_s integer, is_cleared boolean) LOOP
    IF has_succeeded THEN
      DELETE FROM sign_in_attempts a WHERE a.email_hash = email AND a.scope = rule.scope AND rule.is_cleared;
    ELSE
      SELECT failures - floor(extract(epoch FROM at - failed_at) / rule.decay_s) INTO counted
        FROM sign_in_attempts a WHERE a.email_hash = email AND a.scope = rule.scope;
      counted := greatest(coalesce(counted, 0), 0) + 1;
      INSERT INTO sign_in_attempts (email_hash, scope, failures, failed_at, locked_until)
        VALUES (email, rule.scope, counted, at, CASE WHEN counted >= rule.free THEN at + make_interval(
          secs => rule.lock_s[least(counted - rule.free + 1, cardinality(rule.lock_s))]) END)
        ON CONFLICT (email_hash, scope) DO UPDATE
          SET failures = excluded.failures, failed_at = excluded.failed_at, locked_until = excluded.locked_until;
    END IF;
  END LOOP;
  -- A few forgotten rows go with each failure, so that guesses at random e-mails do not pile up.
  IF NOT has_succeeded THEN
    DELETE FROM sign_in_attempts a USING (SELECT o.email_hash, o.scope FROM sign_in_attempts o
        WHERE o.failed_at < at - interval '7 days' ORDER BY o.failed_at LIMIT 10 FOR UPDATE SKIP LOCKED) old
      WHERE a.email_hash = old.email_hash AND a.scope = old.scope;
  END IF;
  RETURN NULL;
END
$$;

-- Ends the sessions of a person except one and returns how many it ended. A statement calls it after it has locked the
-- person, so it also sees the sessions that began while the statement waited.
CREATE OR REPLACE FUNCTION public.end_other_sessions(person text, kept text, at timestamptz) RETURNS bigint LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
DECLARE
  ended bigint;
BEGIN
  UPDATE sessions SET revoked_at = at
    WHERE person_id = person AND revoked_at IS NULL AND expires_at > at AND id <> kept;
  GET DIAGNOSTICS ended = ROW_COUNT;
  RETURN ended;
END
$$;

