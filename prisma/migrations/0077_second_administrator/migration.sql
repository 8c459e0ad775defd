-- One rule says when somebody counts as the second of two: docs/decisions/0045-one-administrator-is-not-two.md

-- Why what one operator decides at an instant does not count as the decision of a second, independent person, for what was
-- requested at another instant and decided or requested by another operator: 'own', 'same_line' or 'too_new'. Null when
-- it counts.
CREATE FUNCTION obstacle_as_second(p people, other people, requested_at timestamptz, at timestamptz) RETURNS text
  LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN CASE WHEN p.id = other.id THEN 'own' WHEN line_of(p) = line_of(other) THEN 'same_line'
    WHEN NOT counts_as_second(p, requested_at, at) THEN 'too_new' END;

-- As in 0053; of two approvals each counts beside the other.
CREATE OR REPLACE FUNCTION check_second_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  needed bigint;
  given bigint;
  are_two boolean;
BEGIN
  SELECT CASE WHEN NEW.amount_micro_usd > p.second_approval_above_micro_usd THEN 2 ELSE 1 END INTO needed
    FROM partners p WHERE p.id = NEW.partner_id FOR SHARE;
  WITH approvers AS MATERIALIZED (
    SELECT p AS person, a.created_at AS at FROM withdrawal_approvals a JOIN people p ON p.id = a.person_id
    WHERE a.withdrawal_id = NEW.id AND may_approve(p) FOR SHARE OF p)
  SELECT (SELECT count(*) FROM approvers), EXISTS (SELECT FROM approvers one, approvers other
      WHERE obstacle_as_second(one.person, other.person, NEW.created_at, one.at) IS NULL
        AND obstacle_as_second(other.person, one.person, NEW.created_at, other.at) IS NULL)
    INTO given, are_two;
  IF given < needed OR (needed = 2 AND NOT are_two) THEN
    RAISE EXCEPTION 'withdrawal % needs % approvals of independent people and has %', NEW.id, needed, given
      USING ERRCODE = 'PW001';
  END IF;
  RETURN NULL;
END
$$;

-- As in 0053.
CREATE OR REPLACE FUNCTION check_admin_request() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
        AND obstacle_as_second(p, r, NEW.created_at, NEW.confirmed_at) IS NULL
        AND NEW.confirmed_at < NEW.expires_at FOR SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION '% does not confirm request %', NEW.confirmed_by, NEW.id USING ERRCODE = 'PW027';
    END IF;
  END IF;
  RETURN NEW;
END
$$;

-- As in 0053.
CREATE OR REPLACE FUNCTION confirm_admin_request(request text, confirmer text, at timestamptz, made jsonb) RETURNS text
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

-- As in 0075.
CREATE OR REPLACE FUNCTION check_posting_decision() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  given bigint;
  obstacle text;
BEGIN
  WITH deciders AS MATERIALIZED (
    SELECT p AS person, p.id FROM people p WHERE may_administer(p)
      AND (p.id = NEW.decided_by OR (p.id = NEW.requested_by AND NEW.status = 'posted'))
    ORDER BY p.id FOR SHARE)
  SELECT (SELECT count(*) FROM deciders), (SELECT obstacle_as_second(d.person, r.person, NEW.created_at, NEW.decided_at)
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
