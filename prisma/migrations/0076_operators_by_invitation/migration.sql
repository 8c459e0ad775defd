-- The login of the application cannot make a second administrator: docs/decisions/0055-operators-come-by-invitation.md

-- True for logins that have the rights of the owner of the table: migrations, maintenance and tests.
CREATE FUNCTION is_owner_of(tested regclass) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT pg_has_role(current_user, c.relowner, 'USAGE') FROM pg_class c WHERE c.oid = tested
$$;

-- Refuses the application an operator who did not accept an invitation in this transaction, and every change of the columns
-- that decide who counts as a second administrator. A promotion of an auditor sets the two dates, never in the past.
CREATE FUNCTION check_operator() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
    RAISE EXCEPTION 'who let operator % in, and when, does not change', OLD.id USING ERRCODE = 'PW003';
  ELSIF OLD.disabled_at IS NOT NULL AND NEW.disabled_at IS NULL THEN
    RAISE EXCEPTION 'operator % was removed and comes back by an invitation only', OLD.id USING ERRCODE = 'PW003';
  ELSIF (OLD.role_since, OLD.approves_from) IS NOT DISTINCT FROM (NEW.role_since, NEW.approves_from) THEN
    RETURN NEW;
  ELSIF OLD.role <> 'auditor' OR NEW.role = 'auditor' THEN
    RAISE EXCEPTION 'since when the approvals of operator % count changes with a promotion only', OLD.id
      USING ERRCODE = 'PW003';
  END IF;
  IF NEW.role_since < earliest OR NEW.approves_from < NEW.role_since THEN
    RAISE EXCEPTION 'the approvals of operator % may not count from before the person had the role', NEW.id
      USING ERRCODE = 'PW003';
  END IF;
  RETURN NEW;
END
$$;
-- After date_new_operator and date_promotion, which set the dates: triggers of one event run in the order of their names.
CREATE TRIGGER legal_new_operator BEFORE INSERT ON people FOR EACH ROW
  WHEN (NEW.partner_id IS NULL) EXECUTE FUNCTION check_operator();
CREATE TRIGGER legal_operator BEFORE UPDATE ON people FOR EACH ROW
  WHEN (OLD.partner_id IS NULL OR NEW.partner_id IS NULL) EXECUTE FUNCTION check_operator();

-- Refuses the application an invitation to the operator's people that nobody who may invite makes or stands behind, and one
-- that is used up when it is made or accepted too late.
CREATE FUNCTION check_operator_invitation() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF is_owner_of(TG_RELID) THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' AND (NEW.accepted_at IS NOT NULL OR NEW.revoked_at IS NOT NULL) THEN
    RAISE EXCEPTION 'invitation % must be open when it is made', NEW.id USING ERRCODE = 'PW003';
  END IF;
  IF NOT leads_people_of(NULL, NEW.invited_by) THEN
    RAISE EXCEPTION 'who made invitation % may not invite operators', NEW.id USING ERRCODE = 'PW003';
  END IF;
  IF NEW.accepted_at >= NEW.expires_at THEN
    RAISE EXCEPTION 'invitation % has expired', NEW.id USING ERRCODE = 'PW003';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER legal_new_invitation BEFORE INSERT ON invitations FOR EACH ROW
  WHEN (NEW.partner_id IS NULL) EXECUTE FUNCTION check_operator_invitation();
CREATE TRIGGER legal_acceptance BEFORE UPDATE OF accepted_at ON invitations FOR EACH ROW
  WHEN (NEW.partner_id IS NULL AND NEW.accepted_at IS NOT NULL) EXECUTE FUNCTION check_operator_invitation();
-- An invitation ends once; nothing else of it changes.
CREATE TRIGGER fixed_terms BEFORE UPDATE ON invitations FOR EACH ROW
  WHEN (OLD.accepted_at IS NOT NULL OR OLD.revoked_at IS NOT NULL
    OR (OLD.id, OLD.partner_id, OLD.email, OLD.email_key, OLD.role, OLD.token_hash, OLD.invited_by, OLD.recovers,
      OLD.created_at, OLD.expires_at)
    IS DISTINCT FROM (NEW.id, NEW.partner_id, NEW.email, NEW.email_key, NEW.role, NEW.token_hash, NEW.invited_by,
      NEW.recovers, NEW.created_at, NEW.expires_at))
  EXECUTE FUNCTION refuse_fixed_change();

-- As in 0053; the invitation that two administrators decided is the invitation of the one who confirmed: that one's line
-- decides whose line the invited person is of.
CREATE OR REPLACE FUNCTION is_confirmed_now(kind text, target text, content jsonb) RETURNS boolean LANGUAGE sql VOLATILE
  SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM admin_requests r WHERE r.kind = $1 AND r.target_id = $2
    AND r.details || jsonb_build_object('confirmedBy', r.confirmed_by) @> $3
    AND r.confirmed_at IS NOT NULL AND r.xmin = pg_current_xact_id()::xid)
$$;
CREATE OR REPLACE FUNCTION require_second_administrator() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
