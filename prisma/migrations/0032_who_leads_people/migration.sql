-- Who is removed or gets a lesser role neither comes back by an invitation of theirs nor changes anybody while that waits:
-- docs/decisions/0026-operators.md

-- Whether somebody may invite and change a partner's people, or the operator's (partner is null), as they are now: owners
-- their partner's; admins the operator's, and the owners whom they invite to a partner.
CREATE FUNCTION leads_people_of(partner text, person text) RETURNS boolean LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM people p WHERE p.id = person AND p.disabled_at IS NULL
    AND CASE WHEN p.partner_id IS NULL THEN p.role = 'admin' ELSE p.role = 'owner' AND p.partner_id = partner END)
$$;

-- As before (0026); `actor` is looked at again once nobody else changes these people. Returns 'not_allowed' besides. Who
-- leads no more takes what they invited with them.
DROP FUNCTION change_person(text, text, text, timestamptz);
CREATE FUNCTION change_person(partner text, actor text, person text, new_role text, at timestamptz) RETURNS text
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
  ELSE
    UPDATE people SET role = new_role WHERE id = person;
  END IF;
  -- After the person's row: who invites holds it, an admin who invites a partner's owner under no other lock of these.
  IF new_role IS DISTINCT FROM top THEN
    UPDATE invitations SET revoked_at = at WHERE invited_by = person AND accepted_at IS NULL AND revoked_at IS NULL;
  END IF;
  RETURN 'done';
END
$$;

-- As before (0026), for who may invite once nobody else changes these people. Returns 'done', 'exists' or 'not_allowed'.
DROP FUNCTION invite_person(jsonb);
CREATE FUNCTION invite_person(row_of_invitation jsonb) RETURNS text LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
DECLARE
  invited invitations := jsonb_populate_record(NULL::invitations, row_of_invitation);
BEGIN
  PERFORM lock_people_of(invited.partner_id);
  PERFORM FROM people WHERE id = invited.invited_by FOR SHARE;
  IF NOT leads_people_of(invited.partner_id, invited.invited_by) THEN
    RETURN 'not_allowed';
  END IF;
  IF EXISTS (SELECT FROM people WHERE email_key = invited.email_key
      AND partner_id IS NOT DISTINCT FROM invited.partner_id) THEN
    RETURN 'exists';
  END IF;
  UPDATE invitations SET revoked_at = invited.created_at
    WHERE email_key = invited.email_key AND accepted_at IS NULL AND revoked_at IS NULL
      AND (partner_id = invited.partner_id OR (invited.partner_id IS NULL AND partner_id IS NULL));
  INSERT INTO invitations SELECT invited.*;
  RETURN 'done';
END
$$;

-- What was left open by who leads no more.
UPDATE invitations SET revoked_at = now()
  WHERE accepted_at IS NULL AND revoked_at IS NULL AND NOT leads_people_of(partner_id, invited_by);
