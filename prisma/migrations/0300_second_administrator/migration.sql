-- A second administrator for changes of fees, higher request rates, looser payout policies of every partner and operators'
-- changes of an allow-list, also as soon as two independent administrators exist; and an e-mail to those who can confirm.
-- docs/decisions/0105-a-second-administrator-for-every-loosening.md

CREATE TABLE two_administrators (
  is_recorded boolean NOT NULL DEFAULT true,
  counts_from timestamptz(3) NOT NULL,
  CONSTRAINT two_administrators_pkey PRIMARY KEY (is_recorded),
  CONSTRAINT two_administrators_one_row CHECK (is_recorded)
);
COMMENT ON TABLE two_administrators IS 'At most one row: two independent administrators exist or existed.';
COMMENT ON COLUMN two_administrators.counts_from IS 'From then on both count as a second administrator.';
GRANT SELECT, INSERT ON two_administrators TO partner_wallet_app;

INSERT INTO two_administrators (counts_from)
  SELECT l.counts_from FROM (SELECT min(p.approves_from) AS counts_from FROM people p
    WHERE p.partner_id IS NULL AND p.role = 'admin' AND p.disabled_at IS NULL GROUP BY line_of(p)) l
  ORDER BY 1 OFFSET 1 LIMIT 1;

ALTER TABLE admin_requests DROP CONSTRAINT admin_requests_kind,
  ADD CONSTRAINT admin_requests_kind
    CHECK (kind IN ('second_approval', 'partner_settings', 'payout_policy', 'operator_invitation', 'operator_role'));

-- Returns the settings of a partner that administrators change, as in a request of an administrator: amounts are micro-USD
-- and rates basis points, all as text.
CREATE OR REPLACE FUNCTION public.partner_settings(partner partners) RETURNS jsonb LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object('kycFeeMicroUsd', partner.kyc_fee_micro_usd::text,
    'cardCreationFeeMicroUsd', partner.card_creation_fee_micro_usd::text,
    'fundingFeeMicroUsd', partner.funding_fee_micro_usd::text, 'fundingFeeBps', partner.funding_fee_bps::text,
    'cardWithdrawalFeeMicroUsd', partner.card_withdrawal_fee_micro_usd::text,
    'crossBorderFeeBps', partner.cross_border_fee_bps::text, 'requestsPerS', partner.requests_per_s::text,
    'requestBurst', partner.request_burst::text,
    'secondApprovalAboveMicroUsd', partner.second_approval_above_micro_usd::text)
$$;

-- Returns the terms of a partner without a payout policy, in the format of payout_policy_terms: NO_POLICY of
-- lib/withdrawals/policy/policy.ts.
CREATE OR REPLACE FUNCTION public.no_payout_policy() RETURNS jsonb LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp AS $$
  SELECT '{"allowList": false, "waitHours": 24, "hourMicroUsd": null, "dayMicroUsd": null, "addressDayMicroUsd": null}'::jsonb
$$;

-- Returns the settings of a partner whose change needs a second administrator, with their new values: every changed fee, a
-- raised request rate, and a raised or removed amount above which two approve.
-- Source: docs/decisions/0105-a-second-administrator-for-every-loosening.md
CREATE OR REPLACE FUNCTION public.settings_for_two(old_row partners, new_row partners) RETURNS jsonb LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp AS $$
  SELECT coalesce(jsonb_object_agg(n.key, n.value), '{}')
  FROM jsonb_each_text(partner_settings(old_row)) o JOIN jsonb_each_text(partner_settings(new_row)) n USING (key)
  WHERE CASE
    WHEN key IN ('requestsPerS', 'requestBurst') THEN n.value::bigint > o.value::bigint
    WHEN key = 'secondApprovalAboveMicroUsd' THEN o.value IS NOT NULL AND coalesce(n.value::bigint > o.value::bigint, true)
    ELSE n.value <> o.value END
$$;

-- Returns whether two administrators decide who approves, how many must, and on fees and limits: as soon as some partner's
-- withdrawals need two approvals, or two independent administrators count. The latter stays so when one of them leaves.
CREATE OR REPLACE FUNCTION public.two_administrators_needed() RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM partners WHERE second_approval_above_micro_usd IS NOT NULL)
    OR EXISTS (SELECT FROM two_administrators WHERE counts_from <= now())
$$;

-- Trigger: records for good that two independent administrators exist, and from when both count. An operator whom the owner
-- of the tables made without an invitation, such as one of a test, records nothing.
CREATE OR REPLACE FUNCTION public.record_two_administrators() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT is_owner_of(TG_RELID) THEN
    INSERT INTO two_administrators (counts_from)
      SELECT l.counts_from FROM (SELECT min(p.approves_from) AS counts_from FROM people p
        WHERE p.partner_id IS NULL AND p.role = 'admin' AND p.disabled_at IS NULL GROUP BY line_of(p)) l
      ORDER BY 1 OFFSET 1 LIMIT 1
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;

-- Trigger: as soon as some partner needs two approvals, a payout policy becomes looser only by a request that a second
-- administrator confirmed in this transaction. PW028 otherwise. A change that the partner scheduled is not looser.
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
  IF is_looser AND two_administrators_needed()
      AND NOT is_confirmed_now('payout_policy', NEW.partner_id, jsonb_build_object('toPolicy', payout_policy_terms(NEW))) THEN
    RAISE EXCEPTION 'a second administrator must confirm a looser payout policy' USING ERRCODE = 'PW028';
  END IF;
  RETURN NEW;
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
      AND obstacle_as_second(p, q, NEW.created_at, NEW.expires_at) IS NULL;
  RETURN NULL;
END
$$;

-- Trigger: as soon as some partner needs two approvals, a second administrator must have confirmed this change in this
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
      is_confirmed := NOT two_administrators_needed() OR is_confirmed_now('operator_invitation', NEW.email_key,
        jsonb_build_object('role', NEW.role, 'confirmedBy', NEW.invited_by));
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

DROP TRIGGER loosened_by_two ON partners;
CREATE TRIGGER loosened_by_two BEFORE UPDATE ON partners FOR EACH ROW
  WHEN (settings_for_two(OLD, NEW) <> '{}') EXECUTE FUNCTION require_second_administrator();

CREATE TRIGGER mail_admin_request AFTER INSERT ON admin_requests FOR EACH ROW EXECUTE FUNCTION mail_admin_request();

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON two_administrators
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_fixed_change();
CREATE TRIGGER records_two_administrators AFTER INSERT OR UPDATE OF role ON people FOR EACH ROW
  WHEN (NEW.partner_id IS NULL AND NEW.role = 'admin' AND NEW.disabled_at IS NULL)
  EXECUTE FUNCTION record_two_administrators();
