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
