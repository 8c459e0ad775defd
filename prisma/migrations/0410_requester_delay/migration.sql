-- An operator who was just let in, or whose account was recovered by its link, could change everything at once through a colleague who
-- confirms in good faith: only the delay of the one who confirms counted. And the link of a confirmed invitation was mailed to the
-- address that the requester chose.

-- Returns why an operator cannot confirm at an instant what another one requested: an obstacle of obstacle_as_second, or
-- 'requester_new' while the delay for new approvers is not over for the requester. Without the latter, somebody who took over an
-- account or was just let in could change everything at once through a colleague who confirms in good faith.
-- Source: docs/decisions/0045-one-administrator-is-not-two.md
CREATE OR REPLACE FUNCTION public.obstacle_to_confirm(p people, requester people, requested_at timestamptz, at timestamptz) RETURNS text
  LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN coalesce(obstacle_as_second(p, requester, requested_at, at),
    CASE WHEN requester.approves_from > at THEN 'requester_new' END);

-- Returns why an operator cannot confirm a request of another one at an instant: an obstacle of obstacle_to_confirm, or 'own_account'
-- for the reset of the operator's own second factor. Null when the operator can.
-- Source: docs/decisions/0045-one-administrator-is-not-two.md
CREATE OR REPLACE FUNCTION public.obstacle_of_request(r admin_requests, p people, requester people, at timestamptz) RETURNS text
  LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN CASE WHEN r.kind = 'operator_second_factor' AND r.target_id = p.id THEN 'own_account'
    ELSE obstacle_to_confirm(p, requester, r.created_at, at) END;

-- Trigger: an admin makes a request, and it is open then; it ends once and does not change otherwise. PW027: the person
-- who confirms is not a second administrator for it.
CREATE OR REPLACE FUNCTION public.check_admin_request() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.confirmed_at IS NOT NULL OR NEW.cancelled_at IS NOT NULL OR NOT leads_people_of(NULL, NEW.requested_by) THEN
      RAISE EXCEPTION 'a request is made by an admin and open' USING ERRCODE = 'PW003';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.confirmed_at IS NOT NULL OR OLD.cancelled_at IS NOT NULL
      OR (OLD.id, OLD.kind, OLD.target_id, OLD.details, OLD.requested_by, OLD.created_at, OLD.expires_at)
        IS DISTINCT FROM (NEW.id, NEW.kind, NEW.target_id, NEW.details, NEW.requested_by, NEW.created_at, NEW.expires_at) THEN
    RAISE EXCEPTION 'a request of an admin is fixed' USING ERRCODE = 'PW003';
  END IF;
  IF NEW.confirmed_at IS NOT NULL THEN
    PERFORM FROM people p JOIN people r ON r.id = NEW.requested_by
      WHERE p.id = NEW.confirmed_by AND leads_people_of(NULL, p.id) AND leads_people_of(NULL, r.id)
        AND obstacle_of_request(NEW, p, r, NEW.confirmed_at) IS NULL
        AND NEW.confirmed_at < NEW.expires_at FOR SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION '% does not confirm request %', NEW.confirmed_by, NEW.id USING ERRCODE = 'PW027';
    END IF;
  END IF;
  RETURN NEW;
END
$$;

-- Trigger: administrators decide operator postings. A posting needs two who are independent of each other
-- (obstacle_to_confirm), and a decision before the request expires. The time of the decision counts, with which the
-- service decided, and not the clock of the database: near the expiry the two would differ, and the service would try
-- again in vain.
CREATE OR REPLACE FUNCTION public.check_posting_decision() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  given bigint;
  obstacle text;
BEGIN
  WITH deciders AS MATERIALIZED (
    SELECT p AS person, p.id FROM people p WHERE may_administer(p)
      AND (p.id = NEW.decided_by OR (p.id = NEW.requested_by AND NEW.status = 'posted'))
    ORDER BY p.id FOR SHARE)
  SELECT (SELECT count(*) FROM deciders), (SELECT obstacle_to_confirm(d.person, r.person, NEW.created_at, NEW.decided_at)
      FROM deciders d, deciders r WHERE d.id = NEW.decided_by AND r.id = NEW.requested_by)
    INTO given, obstacle;
  IF given < (CASE NEW.status WHEN 'posted' THEN 2 ELSE 1 END) THEN
    RAISE EXCEPTION 'operator posting % is not decided by administrators', NEW.id USING ERRCODE = 'PW001';
  END IF;
  IF NEW.status = 'posted' AND obstacle IS NOT NULL THEN
    RAISE EXCEPTION 'operator posting % is not decided by two independent administrators', NEW.id USING ERRCODE = 'PW001';
  END IF;
  IF NEW.status = 'posted' AND NEW.decided_at >= NEW.expires_at THEN
    RAISE EXCEPTION 'the request of operator posting % has expired', NEW.id USING ERRCODE = 'PW001';
  END IF;
  RETURN NEW;
END
$$;

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
  END CASE;
  IF outcome <> 'done' THEN
    RAISE EXCEPTION 'request % was confirmed and not done: %', request, outcome USING ERRCODE = 'PW001';
  END IF;
  RETURN 'done';
END
$$;

-- Trigger: the administrators who can be the second one for a new request get an e-mail. It cannot be switched off, because
-- it is about what one administrator may not do alone.
CREATE OR REPLACE FUNCTION public.mail_admin_request() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM queue_mail(p, 'second_administrator', NULL, jsonb_build_object('requestId', NEW.id, 'kind', NEW.kind,
      'targetName', CASE WHEN NEW.target_id LIKE 'ptn_%' THEN (SELECT t.name FROM partners t WHERE t.id = NEW.target_id)
        WHEN NEW.target_id LIKE 'prs_%' THEN (SELECT t.name FROM people t WHERE t.id = NEW.target_id)
        ELSE NEW.details ->> 'email' END,
      'requestedBy', q.name, 'expiresAt', NEW.expires_at), NEW.created_at, interval '0', NEW.expires_at - NEW.created_at)
    FROM people p JOIN people q ON q.id = NEW.requested_by
    WHERE p.partner_id IS NULL AND p.role = 'admin'
      AND obstacle_of_request(NEW, p, q, NEW.expires_at) IS NULL;
  RETURN NULL;
END
$$;
