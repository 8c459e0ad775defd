-- Gives a person of a partner the role that the claims of the identity provider stand for, at a sign-in. The last owner
-- and people with break-glass access keep their roles. With fewer rights, the person's open invitations and the API keys
-- that the new role may not hold end. A former owner and the owners get an e-mail, and the owners about a new one, as in
-- change_person. Returns the former role; null when nothing changed.
CREATE OR REPLACE FUNCTION public.apply_sso_role(partner text, person text, new_role text, at timestamptz) RETURNS text
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  former people;
  old_role text;
BEGIN
  IF partner IS NULL OR new_role NOT IN ('owner', 'developer', 'viewer') THEN
    RAISE EXCEPTION 'roles of the operator come by invitation' USING ERRCODE = 'PW003';
  END IF;
  PERFORM lock_people_of(partner);
  SELECT * INTO former FROM people WHERE id = person AND partner_id = partner AND disabled_at IS NULL;
  old_role := former.role;
  IF NOT FOUND OR old_role = new_role THEN
    RETURN NULL;
  END IF;
  IF EXISTS (SELECT FROM sso_connections c WHERE c.partner_id = partner AND person = ANY (c.break_glass)) THEN
    RETURN NULL;
  END IF;
  IF old_role = 'owner' AND NOT EXISTS (
      SELECT FROM people p WHERE p.partner_id = partner AND p.role = 'owner' AND p.disabled_at IS NULL AND p.id <> person) THEN
    RETURN NULL;
  END IF;
  UPDATE people SET role = new_role WHERE id = person;
  IF new_role <> 'owner' THEN
    UPDATE invitations SET revoked_at = at WHERE invited_by = person AND accepted_at IS NULL AND revoked_at IS NULL;
  END IF;
  PERFORM revoke_keys_beyond_role(person, new_role, person, '{}', at);
  IF old_role = 'owner' THEN
    PERFORM mail_lost_access(former, new_role, NULL, at);
  ELSIF new_role = 'owner' THEN
    PERFORM mail_new_owner(former, old_role, NULL, at);
  END IF;
  RETURN old_role;
END
$$;
