-- Two administrators let the people of a partner sign in by password again when its required identity provider is gone. Until now nobody
-- could, unless an owner with break-glass access was left. docs/decisions/0108-single-sign-on.md

ALTER TABLE admin_requests DROP CONSTRAINT admin_requests_kind,
  ADD CONSTRAINT admin_requests_kind CHECK (kind IN ('second_approval', 'partner_settings', 'payout_policy', 'partner_sso',
    'operator_invitation', 'operator_role', 'operator_second_factor'));

ALTER TABLE sso_connections ADD COLUMN only_set_at timestamptz(3);

-- Confirms a request of an administrator and makes the change that it asks for, in one transaction. `made` has what the
-- change needs besides: the invitation's row except for who is invited, and from when a promoted person's approvals
-- count. Returns 'done', or why nothing was changed: 'unknown', 'not_allowed', an obstacle of obstacle_of_request, 'stale',
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
  SELECT CASE WHEN leads_people_of(NULL, p.id) THEN obstacle_of_request(r, p, q, at) ELSE 'not_allowed' END
    INTO outcome FROM people p, people q WHERE p.id = confirmer AND q.id = r.requested_by;
  IF outcome IS NOT NULL THEN
    RETURN outcome;
  END IF;
  IF (CASE r.kind
      WHEN 'second_approval' THEN NOT EXISTS (SELECT FROM partners p WHERE p.id = r.target_id
        AND p.second_approval_above_micro_usd = (r.details ->> 'fromMicroUsd')::bigint)
      WHEN 'partner_settings' THEN NOT EXISTS (SELECT FROM partners p WHERE p.id = r.target_id
        AND partner_settings(p) @> (r.details -> 'fromSettings'))
      WHEN 'payout_policy' THEN coalesce((SELECT is_policy_of_request(p, r.details, at) FROM payout_policies p
        WHERE p.partner_id = r.target_id), (r.details ->> 'policyVersion')::int = 0) IS NOT TRUE
      WHEN 'operator_role' THEN NOT EXISTS (SELECT FROM people p WHERE p.id = r.target_id AND p.partner_id IS NULL
        AND p.disabled_at IS NULL AND p.role = r.details ->> 'fromRole')
      WHEN 'operator_second_factor' THEN NOT EXISTS (SELECT FROM people p WHERE p.id = r.target_id AND p.partner_id IS NULL
        AND p.disabled_at IS NULL AND second_factor_mark(p) = r.details ->> 'factorMark')
      WHEN 'partner_sso' THEN NOT EXISTS (SELECT FROM sso_connections c WHERE c.partner_id = r.target_id
        AND sso_requirement_mark(c) = r.details ->> 'requirementMark')
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
      INSERT INTO payout_policies AS p (partner_id, allow_list, wait_h, hour_limit_micro_usd, day_limit_micro_usd,
          address_day_limit_micro_usd, changed_at, version)
        SELECT r.target_id, t."allowList", t."waitHours", t."hourMicroUsd", t."dayMicroUsd", t."addressDayMicroUsd", at, 1
        FROM jsonb_to_record(r.details -> 'toPolicy') AS t ("allowList" boolean, "waitHours" int, "hourMicroUsd" bigint,
          "dayMicroUsd" bigint, "addressDayMicroUsd" bigint)
        ON CONFLICT (partner_id) DO UPDATE SET allow_list = excluded.allow_list, wait_h = excluded.wait_h,
          hour_limit_micro_usd = excluded.hour_limit_micro_usd, day_limit_micro_usd = excluded.day_limit_micro_usd,
          address_day_limit_micro_usd = excluded.address_day_limit_micro_usd, changed_at = at, version = p.version + 1,
          (next_allow_list, next_wait_h, next_at) = (SELECT p.next_allow_list, p.next_wait_h, p.next_at
            WHERE (r.details ->> 'keepsSchedule')::boolean)
        WHERE is_policy_of_request(p, r.details, at);
      outcome := CASE WHEN FOUND THEN 'done' ELSE 'stale' END;
    WHEN 'operator_invitation' THEN
      -- Without an e-mail: its address is the requester's choice, and who has the link is of the line of who confirms.
      outcome := invite_person((made - 'mail') || jsonb_build_object('email', r.details ->> 'email', 'email_key', r.target_id,
        'role', r.details ->> 'role', 'invited_by', confirmer, 'created_at', at));
    WHEN 'operator_role' THEN
      outcome := change_person(NULL, confirmer, r.target_id, r.details ->> 'role', at, '{}',
        (made ->> 'approves_from')::timestamptz);
    WHEN 'operator_second_factor' THEN
      outcome := make_recovery_link(r.target_id, confirmer, at, made);
    WHEN 'partner_sso' THEN
      outcome := end_sso_requirement(r, at);
  END CASE;
  IF outcome <> 'done' THEN
    RAISE EXCEPTION 'request % was confirmed and not done: %', request, outcome USING ERRCODE = 'PW001';
  END IF;
  RETURN 'done';
END
$$;

-- Lets the people of a partner sign in by password again, as a confirmed request of an administrator asks; the connection stays. Every
-- owner gets an e-mail, which cannot be switched off. Returns 'done', or 'stale' when the requirement has changed meanwhile.
CREATE OR REPLACE FUNCTION public.end_sso_requirement(r admin_requests, at timestamptz) RETURNS text LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE sso_connections c SET is_only = false, only_set_at = at WHERE c.partner_id = r.target_id
    AND sso_requirement_mark(c) = r.details ->> 'requirementMark';
  IF NOT FOUND THEN
    RETURN 'stale';
  END IF;
  PERFORM queue_mail(p, 'sso_not_required', NULL, jsonb_build_object('issuer', r.details ->> 'issuer', 'at', at), at, interval '0',
      interval '3 days')
    FROM people p WHERE p.partner_id = r.target_id AND p.role = 'owner';
  RETURN 'done';
END
$$;

-- Trigger: lists an audit entry for the partner that it concerns: every entry of the partner's own people, and what the
-- operator's people did to the partner. Other actions of the operator, such as a refused code, are internal and not listed.
-- An operator's entry names its partner in its details or by its target. lib/audit/partner/operator-fields.ts has the same
-- actions, and the fields that the partner sees. Source: docs/decisions/0091-audit-log-of-partners.md
CREATE OR REPLACE FUNCTION public.list_partner_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  owner text := NEW.partner_id;
BEGIN
  IF owner IS NULL AND NEW.action IN ('deposit.release', 'dispute.download_file', 'dispute.retry', 'partner.create',
      'partner.end_sso_requirement', 'partner.invite', 'partner.leave', 'partner.payout_policy', 'partner.remove_person', 'partner.resume',
      'partner.settings', 'partner.suspend', 'partner.unlock_person', 'partner.view', 'posting.confirm',
      'withdrawal.approve', 'withdrawal.fail', 'withdrawal.reject')
      -- The approvals that a withdrawal needs are the operator's own rule.
      AND NOT (NEW.action = 'partner.settings' AND NEW.after - 'secondApprovalAbove' = '{}') THEN
    owner := coalesce(NEW.after ->> 'partnerId', NEW.before ->> 'partnerId', CASE
      WHEN NEW.target_id LIKE 'ptn\_%' THEN NEW.target_id
      WHEN NEW.target_id LIKE 'wd\_%' THEN (SELECT partner_id FROM withdrawals WHERE id = NEW.target_id) END);
  END IF;
  IF owner IS NOT NULL THEN
    INSERT INTO partner_audit_entries (partner_id, entry_id, action, target_id, person_id, created_at)
      VALUES (owner, NEW.id, NEW.action, NEW.target_id, CASE WHEN NEW.partner_id IS NOT NULL THEN NEW.person_id END, NEW.created_at);
  END IF;
  RETURN NULL;
END
$$;

-- Stores an administrator's request in place of an open one for the same. A request to reset a second factor gets its mark, and one to
-- end a required single sign-on the mark of the requirement. Returns 'done' or 'not_allowed'.
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
  ELSIF asked.kind = 'partner_sso' THEN
    asked.details := asked.details || jsonb_build_object('requirementMark', (SELECT sso_requirement_mark(c) FROM sso_connections c
      WHERE c.partner_id = asked.target_id));
  END IF;
  INSERT INTO admin_requests SELECT asked.*;
  RETURN 'done';
END
$$;

-- Returns a mark of a partner's required single sign-on, which differs after every change of the connection, and after each time that an
-- owner saves who has break-glass access or requires it again. Null while it is not required.
CREATE OR REPLACE FUNCTION public.sso_requirement_mark(connection sso_connections) RETURNS text LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT concat_ws(' ', connection.id, extract(epoch FROM connection.changed_at), extract(epoch FROM connection.only_set_at),
    array_to_string(connection.break_glass, ',')) WHERE connection.is_only
$$;

COMMENT ON COLUMN public.sso_connections.only_set_at IS 'When `isOnly` and `breakGlass` were last set; null when they were never set, or by an earlier version.';
