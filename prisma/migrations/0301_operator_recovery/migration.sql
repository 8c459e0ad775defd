-- Two administrators reset the second factor of an operator, and all operators get an e-mail about each recovery.
-- docs/decisions/0107-recovery-of-operators.md

ALTER TABLE admin_requests DROP CONSTRAINT admin_requests_kind,
  ADD CONSTRAINT admin_requests_kind CHECK (kind IN ('second_approval', 'partner_settings', 'payout_policy',
    'operator_invitation', 'operator_role', 'operator_second_factor'));

-- The command line makes links of administrators in their own name, two administrators those of any operator.
ALTER TABLE invitations DROP CONSTRAINT invitations_recovery,
  ADD CONSTRAINT invitations_recovery CHECK (recovers IS NULL
    OR partner_id IS NULL AND invited_by IS NOT NULL AND (invited_by <> recovers OR role = 'admin'));

-- Returns a mark of the second factor of a person, which differs after every change of it and reveals nothing of it.
CREATE OR REPLACE FUNCTION public.second_factor_mark(person people) RETURNS text LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp AS $$
  SELECT left(encode(sha256(convert_to(coalesce(person.totp_secret_sealed, ''), 'UTF8')), 'hex'), 16)
$$;

-- Makes the link with which an operator sets a new password and second factor, and sends it by e-mail to the operator alone.
-- An earlier link ends. `made` has the columns id, token_hash, expires_at and mail (the id and the sealed link of the e-mail).
-- Returns 'done', or 'stale' when the operator was removed.
CREATE OR REPLACE FUNCTION public.make_recovery_link(person text, maker text, at timestamptz, made jsonb) RETURNS text
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE invitations SET revoked_at = at WHERE recovers = person AND accepted_at IS NULL AND revoked_at IS NULL;
  INSERT INTO invitations (id, email, email_key, role, token_hash, invited_by, recovers, created_at, expires_at)
    SELECT made ->> 'id', p.email, p.email_key, p.role, made ->> 'token_hash', maker, p.id, at, (made ->> 'expires_at')::timestamptz
    FROM people p WHERE p.id = person AND p.partner_id IS NULL AND p.disabled_at IS NULL;
  IF NOT FOUND THEN
    RETURN 'stale';
  END IF;
  INSERT INTO mail_outbox (id, channel, kind, person_id, address, data, link_sealed, created_at, due_at, expires_at)
    SELECT m.id, 'mail', 'second_factor_reset', p.id, p.email,
      jsonb_build_object('confirmedBy', (SELECT name FROM people WHERE id = maker), 'expiresAt', made ->> 'expires_at'),
      m.link_sealed, at, at, (made ->> 'expires_at')::timestamptz
    FROM jsonb_to_record(made -> 'mail') AS m (id text, link_sealed text), people p WHERE p.id = person;
  RETURN 'done';
END
$$;

-- Trigger: all operators get an e-mail when a recovery link of an operator was made, and when it was used. It cannot be
-- switched off: the link replaces both factors of an account.
CREATE OR REPLACE FUNCTION public.mail_recovery() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  at CONSTANT timestamptz := coalesce(NEW.accepted_at, NEW.created_at);
BEGIN
  PERFORM queue_mail(p, 'operator_recovery', NULL, jsonb_build_object('step', CASE WHEN NEW.accepted_at IS NULL THEN 'made' ELSE 'used' END,
      'name', r.name, 'email', r.email, 'madeBy', CASE WHEN NEW.invited_by <> NEW.recovers THEN i.name END, 'at', at),
    at, interval '0', interval '3 days')
    FROM people p JOIN people r ON r.id = NEW.recovers JOIN people i ON i.id = NEW.invited_by
    WHERE p.partner_id IS NULL;
  RETURN NULL;
END
$$;

-- Stores an administrator's request in place of an open one for the same. A request to reset a second factor gets its mark. Returns 'done' or 'not_allowed'.
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
  IF asked.kind = 'operator_second_factor' THEN
    asked.details := asked.details || (SELECT jsonb_build_object('factorMark', second_factor_mark(p)) FROM people p
      WHERE p.id = asked.target_id);
  END IF;
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
      WHEN 'partner_settings' THEN NOT EXISTS (SELECT FROM partners p WHERE p.id = r.target_id
        AND partner_settings(p) @> (r.details -> 'fromSettings'))
      WHEN 'payout_policy' THEN r.details -> 'fromPolicy' IS DISTINCT FROM coalesce(
        (SELECT payout_policy_terms(p) FROM payout_policies p WHERE p.partner_id = r.target_id), no_payout_policy())
      WHEN 'operator_role' THEN NOT EXISTS (SELECT FROM people p WHERE p.id = r.target_id AND p.partner_id IS NULL
        AND p.disabled_at IS NULL AND p.role = r.details ->> 'fromRole')
      WHEN 'operator_second_factor' THEN NOT EXISTS (SELECT FROM people p WHERE p.id = r.target_id AND p.partner_id IS NULL
        AND p.disabled_at IS NULL AND second_factor_mark(p) = r.details ->> 'factorMark')
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
    WHEN 'partner_settings' THEN
      UPDATE partners p SET
          (kyc_fee_micro_usd, card_creation_fee_micro_usd, funding_fee_micro_usd, funding_fee_bps, card_withdrawal_fee_micro_usd,
           cross_border_fee_bps, requests_per_s, request_burst, second_approval_above_micro_usd)
        = (SELECT s."kycFeeMicroUsd", s."cardCreationFeeMicroUsd", s."fundingFeeMicroUsd", s."fundingFeeBps",
           s."cardWithdrawalFeeMicroUsd", s."crossBorderFeeBps", s."requestsPerS", s."requestBurst",
           s."secondApprovalAboveMicroUsd"
           FROM jsonb_to_record(partner_settings(p) || (r.details -> 'toSettings')) AS s ("kycFeeMicroUsd" bigint,
             "cardCreationFeeMicroUsd" bigint, "fundingFeeMicroUsd" bigint, "fundingFeeBps" int,
             "cardWithdrawalFeeMicroUsd" bigint, "crossBorderFeeBps" int, "requestsPerS" int, "requestBurst" int,
             "secondApprovalAboveMicroUsd" bigint))
        WHERE p.id = r.target_id AND partner_settings(p) @> (r.details -> 'fromSettings');
      outcome := CASE WHEN FOUND THEN 'done' ELSE 'stale' END;
    WHEN 'payout_policy' THEN
      INSERT INTO payout_policies (partner_id, allow_list, wait_h, changed_at, version)
        SELECT r.target_id, (t.terms ->> 'allowList')::boolean, (t.terms ->> 'waitHours')::int, at, 1
        FROM (SELECT no_payout_policy() AS terms) t ON CONFLICT (partner_id) DO NOTHING;
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
    WHEN 'operator_second_factor' THEN
      outcome := make_recovery_link(r.target_id, confirmer, at, made);
  END CASE;
  IF outcome <> 'done' THEN
    RAISE EXCEPTION 'request % was confirmed and not done: %', request, outcome USING ERRCODE = 'PW001';
  END IF;
  RETURN 'done';
END
$$;

-- Trigger: refuses the application an invitation to the operator's people whose inviter may not invite, that is not open
-- when it is made, or that is accepted too late. PW028: a link that recovers another operator, without a request that a second
-- administrator confirmed in this transaction. Source: docs/decisions/0055-operators-come-by-invitation.md
CREATE OR REPLACE FUNCTION public.check_operator_invitation() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF is_owner_of(TG_RELID) THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' AND (NEW.accepted_at IS NOT NULL OR NEW.revoked_at IS NOT NULL) THEN
    RAISE EXCEPTION 'invitation % must be open when it is made', NEW.id USING ERRCODE = 'PW003';
  END IF;
  IF NOT leads_people_of(NULL, NEW.invited_by) THEN
    RAISE EXCEPTION 'the inviter of invitation % may not invite operators', NEW.id USING ERRCODE = 'PW003';
  END IF;
  -- The command line makes links in the name of the person themself.
  IF TG_OP = 'INSERT' AND NEW.recovers <> NEW.invited_by
      AND NOT is_confirmed_now('operator_second_factor', NEW.recovers, jsonb_build_object('confirmedBy', NEW.invited_by)) THEN
    RAISE EXCEPTION 'a second administrator must confirm recovery link %', NEW.id USING ERRCODE = 'PW028';
  END IF;
  IF NEW.accepted_at >= NEW.expires_at THEN
    RAISE EXCEPTION 'invitation % has expired', NEW.id USING ERRCODE = 'PW003';
  END IF;
  RETURN NEW;
END
$$;

-- Trigger: refuses the application an operator who did not accept an invitation in this transaction, and every change of
-- the columns that decide who counts as a second administrator. A promotion of an auditor sets the two dates, never in
-- the past. Source: docs/decisions/0055-operators-come-by-invitation.md
CREATE OR REPLACE FUNCTION public.check_operator() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  -- The clock of the service may be behind the clock of the database.
  earliest CONSTANT timestamptz := now() - interval '15 minutes';
BEGIN
  IF is_owner_of(TG_RELID) THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM FROM invitations i LEFT JOIN people inviter ON inviter.id = i.invited_by
      WHERE i.partner_id IS NULL AND i.recovers IS NULL AND i.email_key = NEW.email_key AND i.role = NEW.role
        AND i.accepted_at = NEW.created_at AND i.xmin = pg_current_xact_id()::xid
        AND NEW.sponsor_id IS NOT DISTINCT FROM (CASE WHEN inviter.id IS NOT NULL THEN line_of(inviter) END);
    IF NOT FOUND THEN
      RAISE EXCEPTION 'operator % did not accept an invitation to this role, of this line, in this transaction', NEW.id
        USING ERRCODE = 'PW003';
    END IF;
  ELSIF (OLD.id, OLD.partner_id, OLD.sponsor_id, OLD.created_at)
      IS DISTINCT FROM (NEW.id, NEW.partner_id, NEW.sponsor_id, NEW.created_at) THEN
    RAISE EXCEPTION 'the inviter of operator % and the date of the role are fixed', OLD.id USING ERRCODE = 'PW003';
  ELSIF OLD.disabled_at IS NOT NULL AND NEW.disabled_at IS NULL THEN
    RAISE EXCEPTION 'operator % was removed and returns by an invitation only', OLD.id USING ERRCODE = 'PW003';
  ELSIF (OLD.role_since, OLD.approves_from) IS NOT DISTINCT FROM (NEW.role_since, NEW.approves_from) THEN
    RETURN NEW;
  ELSIF OLD.role_since = NEW.role_since AND NEW.approves_from > OLD.approves_from AND EXISTS (
      SELECT FROM invitations i WHERE i.recovers = NEW.id AND i.accepted_at IS NOT NULL AND i.xmin = pg_current_xact_id()::xid) THEN
    -- The account may be in other hands since this recovery, so its approvals count later.
    RETURN NEW;
  ELSIF OLD.role <> 'auditor' OR NEW.role = 'auditor' THEN
    RAISE EXCEPTION 'the start of approvals of operator % changes with a promotion only', OLD.id
      USING ERRCODE = 'PW003';
  END IF;
  IF NEW.role_since < earliest OR NEW.approves_from < NEW.role_since THEN
    RAISE EXCEPTION 'the approvals of operator % may not start before the role', NEW.id
      USING ERRCODE = 'PW003';
  END IF;
  RETURN NEW;
END
$$;

-- Gives a person another role, or removes the person when new_role is null, if `actor` may. One change at a time among
-- the people of a partner, or of the operator when partner is null: of two owners who remove each other the second one
-- is refused. A removed person's row stays for the audit log, and the e-mail becomes free.
-- Open requests of an operator end with the role, and those about an operator with the removal. `kept` are API keys that the
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
    DELETE FROM password_resets WHERE person_id = person;
    DELETE FROM mail_outbox WHERE person_id = person AND sent_at IS NULL;
  ELSIF partner IS NULL AND old_role = 'auditor' AND new_role <> 'auditor' THEN
    UPDATE people SET role = new_role, role_since = at, approves_from = coalesce(counts_from, at + interval '24 hours')
      WHERE id = person;
  ELSE
    UPDATE people SET role = new_role WHERE id = person;
  END IF;
  -- After the person's row, which every inviter locks: an admin who invites an owner takes no other of these locks.
  IF new_role IS DISTINCT FROM top THEN
    UPDATE invitations SET revoked_at = at WHERE invited_by = person AND accepted_at IS NULL AND revoked_at IS NULL;
  END IF;
  IF partner IS NULL AND new_role IS DISTINCT FROM top THEN
    UPDATE admin_requests SET cancelled_by = actor, cancelled_at = at
      WHERE (requested_by = person OR (new_role IS NULL AND target_id = person)) AND confirmed_at IS NULL AND cancelled_at IS NULL;
  END IF;
  IF partner IS NOT NULL THEN
    PERFORM revoke_keys_beyond_role(person, new_role, actor, kept, at);
  END IF;
  RETURN 'done';
END
$$;

CREATE TRIGGER mail_recovery_link AFTER INSERT ON invitations FOR EACH ROW
  WHEN (NEW.recovers IS NOT NULL) EXECUTE FUNCTION mail_recovery();
CREATE TRIGGER mail_recovery AFTER UPDATE OF accepted_at ON invitations FOR EACH ROW
  WHEN (NEW.recovers IS NOT NULL AND OLD.accepted_at IS NULL AND NEW.accepted_at IS NOT NULL) EXECUTE FUNCTION mail_recovery();
