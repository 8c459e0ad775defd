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
