-- One administrator is not two: docs/decisions/0045-one-administrator-is-not-two.md

-- Of the operator's people: whose line a person came in by (null: by the command that the owner of the machine runs),
-- since when the person may approve, and from when the approvals count where two are needed.
ALTER TABLE people
  ADD COLUMN "sponsor_id" TEXT,
  ADD COLUMN "role_since" TIMESTAMPTZ(3),
  ADD COLUMN "approves_from" TIMESTAMPTZ(3);
UPDATE people SET role_since = created_at, approves_from = created_at + interval '24 hours' WHERE partner_id IS NULL;
WITH RECURSIVE came AS (
  SELECT p.id, i.invited_by FROM people p JOIN invitations i
    ON i.partner_id IS NULL AND i.accepted_at = p.created_at AND i.email = p.email AND i.invited_by IS NOT NULL
  WHERE p.partner_id IS NULL),
lines AS (
  SELECT c.id, c.invited_by AS sponsor FROM came c WHERE NOT EXISTS (SELECT FROM came o WHERE o.id = c.invited_by)
  UNION ALL
  SELECT c.id, l.sponsor FROM came c JOIN lines l ON l.id = c.invited_by)
UPDATE people p SET sponsor_id = l.sponsor FROM lines l WHERE l.id = p.id;
ALTER TABLE people
  ADD CONSTRAINT "people_sponsor" FOREIGN KEY (sponsor_id) REFERENCES people (id),
  ADD CONSTRAINT "people_operator_role" CHECK (
    CASE WHEN partner_id IS NULL THEN role_since IS NOT NULL AND approves_from IS NOT NULL
      ELSE sponsor_id IS NULL AND role_since IS NULL AND approves_from IS NULL END);

-- A later operator waits 24 hours unless the service was told another delay; so does one who is promoted.
CREATE FUNCTION date_operator_role() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.role_since := NEW.created_at;
    NEW.approves_from := coalesce(NEW.approves_from, NEW.created_at + interval '24 hours');
  ELSIF NEW.role_since IS NOT DISTINCT FROM OLD.role_since THEN
    NEW.role_since := now();
    NEW.approves_from := now() + interval '24 hours';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER date_new_operator BEFORE INSERT ON people FOR EACH ROW
  WHEN (NEW.partner_id IS NULL) EXECUTE FUNCTION date_operator_role();
CREATE TRIGGER date_promotion BEFORE UPDATE OF role ON people FOR EACH ROW
  WHEN (NEW.partner_id IS NULL AND OLD.role = 'auditor' AND NEW.role <> 'auditor') EXECUTE FUNCTION date_operator_role();

-- Two people of one line may be one person with two accounts.
CREATE FUNCTION line_of(p people) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN coalesce(p.sponsor_id, p.id);

-- Whether what a person decides at an instant counts where two are needed, for what was requested at another.
CREATE FUNCTION counts_as_second(p people, requested_at timestamptz, at timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp
  RETURN may_approve(p) AND p.role_since <= requested_at AND p.approves_from <= at;

-- As before (0028); where two are needed they are of two lines, had the role when the withdrawal was requested, and
-- approved once their approvals counted.
CREATE OR REPLACE FUNCTION check_second_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  needed bigint;
  given bigint;
  lines bigint;
BEGIN
  SELECT CASE WHEN NEW.amount_micro_usd > p.second_approval_above_micro_usd THEN 2 ELSE 1 END INTO needed
    FROM partners p WHERE p.id = NEW.partner_id FOR SHARE;
  SELECT count(*), count(DISTINCT line) FILTER (WHERE counts) INTO given, lines FROM (
    SELECT line_of(p) AS line, counts_as_second(p, NEW.created_at, a.created_at) AS counts
    FROM withdrawal_approvals a JOIN people p ON p.id = a.person_id
    WHERE a.withdrawal_id = NEW.id AND may_approve(p) FOR SHARE OF p) approvers;
  IF (CASE needed WHEN 1 THEN given ELSE lines END) < needed THEN
    RAISE EXCEPTION 'withdrawal % needs % approvals and has % of % independent people', NEW.id, needed, given, lines
      USING ERRCODE = 'PW001';
  END IF;
  RETURN NULL;
END
$$;

-- Whether two administrators decide on who approves and how many must: as soon as some partner's withdrawals need two.
CREATE INDEX "partners_second_approval_idx" ON partners (id) WHERE second_approval_above_micro_usd IS NOT NULL;
CREATE FUNCTION two_administrators_needed() RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM partners WHERE second_approval_above_micro_usd IS NOT NULL)
$$;

-- What one administrator asked for and another one confirms.
CREATE TABLE admin_requests (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    -- The partner, the person, or the e-mail of who is invited.
    "target_id" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "requested_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_by" TEXT,
    "confirmed_at" TIMESTAMPTZ(3),
    "cancelled_by" TEXT,
    "cancelled_at" TIMESTAMPTZ(3),
    CONSTRAINT "admin_requests_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "admin_requests_kind" CHECK (kind IN ('second_approval', 'operator_invitation', 'operator_role')),
    CONSTRAINT "admin_requests_requested_by" FOREIGN KEY (requested_by) REFERENCES people (id),
    CONSTRAINT "admin_requests_confirmed_by" FOREIGN KEY (confirmed_by) REFERENCES people (id),
    CONSTRAINT "admin_requests_cancelled_by" FOREIGN KEY (cancelled_by) REFERENCES people (id),
    CONSTRAINT "admin_requests_confirmed" CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL) AND confirmed_by <> requested_by),
    CONSTRAINT "admin_requests_cancelled" CHECK ((cancelled_by IS NULL) = (cancelled_at IS NULL)),
    CONSTRAINT "admin_requests_one_end" CHECK (confirmed_at IS NULL OR cancelled_at IS NULL)
);
CREATE UNIQUE INDEX "admin_requests_open_key" ON admin_requests (kind, target_id)
  WHERE confirmed_at IS NULL AND cancelled_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON admin_requests TO partner_wallet_app;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON admin_requests
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_fixed_change();

-- A request is made by an admin and open; it ends once, and is otherwise fixed. PW027: who confirms is not a second
-- administrator for it.
CREATE FUNCTION check_admin_request() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
        AND line_of(p) <> line_of(r) AND counts_as_second(p, NEW.created_at, NEW.confirmed_at)
        AND NEW.confirmed_at < NEW.expires_at FOR SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION '% does not confirm request %', NEW.confirmed_by, NEW.id USING ERRCODE = 'PW027';
    END IF;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER legal_request BEFORE INSERT OR UPDATE ON admin_requests FOR EACH ROW EXECUTE FUNCTION check_admin_request();

-- Whether this transaction confirmed a request of this kind, target and content.
CREATE FUNCTION is_confirmed_now(kind text, target text, content jsonb) RETURNS boolean LANGUAGE sql VOLATILE
  SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM admin_requests r WHERE r.kind = $1 AND r.target_id = $2 AND r.details @> $3
    AND r.confirmed_at IS NOT NULL AND r.xmin = pg_current_xact_id()::xid)
$$;

-- PW028: a second administrator must confirm it.
CREATE FUNCTION require_second_administrator() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  is_confirmed boolean;
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'partners' THEN
      is_confirmed := is_confirmed_now('second_approval', NEW.id,
        jsonb_build_object('toMicroUsd', NEW.second_approval_above_micro_usd::text));
    WHEN 'invitations' THEN
      is_confirmed := NOT two_administrators_needed() OR is_confirmed_now('operator_invitation', NEW.email_key,
        jsonb_build_object('role', NEW.role));
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
CREATE TRIGGER loosened_by_two BEFORE UPDATE OF second_approval_above_micro_usd ON partners FOR EACH ROW
  WHEN (OLD.second_approval_above_micro_usd IS NOT NULL AND (NEW.second_approval_above_micro_usd IS NULL
    OR NEW.second_approval_above_micro_usd > OLD.second_approval_above_micro_usd))
  EXECUTE FUNCTION require_second_administrator();
CREATE TRIGGER invited_by_two BEFORE INSERT ON invitations FOR EACH ROW
  WHEN (NEW.partner_id IS NULL AND NEW.invited_by IS NOT NULL AND NEW.recovers IS NULL AND NEW.role <> 'auditor')
  EXECUTE FUNCTION require_second_administrator();
CREATE TRIGGER raised_by_two BEFORE UPDATE OF role ON people FOR EACH ROW
  WHEN (NEW.partner_id IS NULL AND OLD.disabled_at IS NULL AND NEW.role <> OLD.role AND NEW.role <> 'auditor'
    AND OLD.role <> 'admin')
  EXECUTE FUNCTION require_second_administrator();

-- Stores a request in place of an open one for the same. Returns 'done' or 'not_allowed'.
CREATE FUNCTION request_second_administrator(row_of_request jsonb) RETURNS text LANGUAGE plpgsql
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

-- Confirms a request and makes the change that it asks for, in one transaction. `made` has what the change needs besides:
-- the invitation's row but for who is invited, and from when a promoted person's approvals count. Returns 'done', or why
-- nothing was changed: 'unknown', 'not_allowed', 'own', 'same_line', 'too_new', 'stale', 'exists'.
CREATE FUNCTION confirm_admin_request(request text, confirmer text, at timestamptz, made jsonb) RETURNS text LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
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
  SELECT CASE WHEN NOT leads_people_of(NULL, p.id) THEN 'not_allowed' WHEN p.id = q.id THEN 'own'
      WHEN line_of(p) = line_of(q) THEN 'same_line' WHEN NOT counts_as_second(p, r.created_at, at) THEN 'too_new' END
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

-- As before (0052), with from when the approvals of somebody who is promoted count where two are needed (24 hours later
-- when it is null).
DROP FUNCTION change_person(text, text, text, text, timestamptz, text[]);
CREATE FUNCTION change_person(partner text, actor text, person text, new_role text, at timestamptz, kept text[] DEFAULT '{}',
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

-- As before (0041); whoever runs the machine invites the first two administrators, of a line of their own each.
CREATE OR REPLACE FUNCTION leads_people_of(partner text, person text) RETURNS boolean LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT CASE
    WHEN person IS NULL THEN partner IS NULL AND 2 > (
      SELECT count(DISTINCT line_of(p)) FROM people p
      WHERE p.partner_id IS NULL AND p.role = 'admin' AND p.disabled_at IS NULL)
    ELSE EXISTS (SELECT FROM people p WHERE p.id = person AND p.disabled_at IS NULL
      AND CASE WHEN p.partner_id IS NULL THEN p.role = 'admin' ELSE p.role = 'owner' AND p.partner_id = partner END)
    END
$$;
