-- One administrator alone could become owner of any partner, by an invitation whose link is in the response, and count as the second
-- person of the partner. Source: docs/decisions/0105-a-second-administrator-for-every-loosening.md

ALTER TABLE admin_requests DROP CONSTRAINT admin_requests_kind,
  ADD CONSTRAINT admin_requests_kind CHECK (kind IN ('second_approval', 'partner_settings', 'payout_policy', 'partner_sso',
    'partner_owner', 'operator_invitation', 'operator_role', 'operator_second_factor'));

-- Confirms a request of an administrator and makes the change that it asks for, in one transaction. `made` has what the
-- change needs besides: the invitation's row except for who is invited (but the key of the e-mail), and from when a promoted person's approvals
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
  IF (r.kind = 'operator_invitation' AND EXISTS (SELECT FROM people p WHERE p.email_key = r.target_id AND p.partner_id IS NULL))
      OR (r.kind = 'partner_owner' AND EXISTS (SELECT FROM people p WHERE p.email_key = made ->> 'email_key'
        AND p.partner_id = r.target_id)) THEN
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
    WHEN 'partner_owner' THEN
      outcome := invite_person((made - 'mail') || jsonb_build_object('partner_id', r.target_id, 'email', r.details ->> 'email',
        'role', 'owner', 'invited_by', confirmer, 'created_at', at));
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

-- Trigger, when a partner gets an owner: where two administrators decide, open invitations to the partner that one administrator made
-- alone end. They were for a partner without an owner; kept, one could be used when the partner has money and owners.
-- Source: docs/decisions/0105-a-second-administrator-for-every-loosening.md
CREATE OR REPLACE FUNCTION public.end_unconfirmed_invitations() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE invitations i SET revoked_at = now() FROM people p
    WHERE i.partner_id = NEW.partner_id AND i.accepted_at IS NULL AND i.revoked_at IS NULL
      AND p.id = i.invited_by AND p.partner_id IS NULL AND two_administrators_needed()
      AND NOT EXISTS (SELECT FROM admin_requests r WHERE r.kind = 'partner_owner' AND r.target_id = i.partner_id
        AND r.details ->> 'email' = i.email AND r.confirmed_by = i.invited_by AND r.confirmed_at = i.created_at);
  RETURN NULL;
END
$$;

-- Trigger: as soon as two administrators decide, a second administrator must have confirmed this change in this
-- transaction. PW028 otherwise. Source: docs/decisions/0045-one-administrator-is-not-two.md,
-- docs/decisions/0105-a-second-administrator-for-every-loosening.md
CREATE OR REPLACE FUNCTION public.require_second_administrator() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  is_confirmed boolean;
  needed jsonb;
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'partners' THEN
      needed := settings_for_two(OLD, NEW);
      is_confirmed := (NOT needed ? 'secondApprovalAboveMicroUsd' AND NOT two_administrators_needed())
        OR is_confirmed_now('partner_settings', NEW.id, jsonb_build_object('toSettings', needed))
        OR (needed - 'secondApprovalAboveMicroUsd' = '{}' AND is_confirmed_now('second_approval', NEW.id,
          jsonb_build_object('toMicroUsd', NEW.second_approval_above_micro_usd::text)));
    WHEN 'invitations' THEN
      is_confirmed := NOT two_administrators_needed() OR CASE WHEN NEW.partner_id IS NULL
        THEN is_confirmed_now('operator_invitation', NEW.email_key, jsonb_build_object('role', NEW.role, 'confirmedBy', NEW.invited_by))
        -- A partner's own people invite whom they want, and without an owner nobody of the partner can.
        ELSE EXISTS (SELECT FROM people p WHERE p.id = NEW.invited_by AND p.partner_id = NEW.partner_id)
          OR NOT EXISTS (SELECT FROM people p WHERE p.partner_id = NEW.partner_id AND p.role = 'owner' AND p.disabled_at IS NULL)
          OR NEW.role = 'owner' AND is_confirmed_now('partner_owner', NEW.partner_id,
            jsonb_build_object('email', NEW.email, 'confirmedBy', NEW.invited_by)) END;
    WHEN 'people' THEN
      is_confirmed := NOT two_administrators_needed() OR is_confirmed_now('operator_role', NEW.id,
        jsonb_build_object('role', NEW.role));
  END CASE;
  IF NOT is_confirmed THEN
    RAISE EXCEPTION 'a second administrator must confirm this change of %', TG_TABLE_NAME USING ERRCODE = 'PW028';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER owner_invited_by_two BEFORE INSERT ON invitations FOR EACH ROW
  WHEN (NEW.partner_id IS NOT NULL) EXECUTE FUNCTION require_second_administrator();
CREATE TRIGGER ends_unconfirmed_invitations AFTER INSERT OR UPDATE OF role ON people FOR EACH ROW
  WHEN (NEW.partner_id IS NOT NULL AND NEW.role = 'owner') EXECUTE FUNCTION end_unconfirmed_invitations();
