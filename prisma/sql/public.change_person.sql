-- Gives a person another role, or removes the person when new_role is null, if `actor` may. One change at a time among
-- the people of a partner, or of the operator when partner is null: of two owners who remove each other the second one
-- is refused. A removed person's row stays for the audit log, and the e-mail becomes free. A partner's person who is removed or no
-- owner any more gets an e-mail, and the owners too (mail_lost_access); these also get one about a new owner (mail_new_owner).
-- Open requests of an operator end with the role, and those about an operator with the removal. `kept` are API keys that the
-- actor takes over; `counts_from` is from when the approvals of a promoted operator count (24 hours later when it is
-- null). Returns 'done', 'unknown', 'last_owner' (also of the owners with break-glass access, while single sign-on is
-- required) or 'not_allowed'.
CREATE OR REPLACE FUNCTION public.change_person(partner text, actor text, person text, new_role text, at timestamptz, kept text[] DEFAULT '{}',
    counts_from timestamptz DEFAULT NULL)
  RETURNS text LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  top CONSTANT text := CASE WHEN partner IS NULL THEN 'admin' ELSE 'owner' END;
  former people;
  old_role text;
BEGIN
  PERFORM lock_people_of(partner);
  IF NOT leads_people_of(partner, actor) THEN
    RETURN 'not_allowed';
  END IF;
  SELECT * INTO former FROM people WHERE id = person AND partner_id IS NOT DISTINCT FROM partner AND disabled_at IS NULL;
  IF NOT FOUND THEN
    RETURN 'unknown';
  END IF;
  old_role := former.role;
  IF old_role = top AND new_role IS DISTINCT FROM top AND NOT EXISTS (
      SELECT FROM people p WHERE (p.partner_id = partner OR (partner IS NULL AND p.partner_id IS NULL))
        AND p.role = top AND p.disabled_at IS NULL AND p.id <> person) THEN
    RETURN 'last_owner';
  END IF;
  -- Before the person's row is locked: a request that saves the connection locks that first, and then its audit entry refers
  -- to the person, so the other order could deadlock.
  IF new_role IS DISTINCT FROM top AND is_last_break_glass(partner, person) THEN
    RETURN 'last_owner';
  END IF;
  IF new_role IS NULL THEN
    UPDATE people SET disabled_at = at, email_key = id, totp_secret_sealed = NULL, totp_pending_sealed = NULL WHERE id = person;
    UPDATE sessions SET revoked_at = at WHERE person_id = person AND revoked_at IS NULL;
    DELETE FROM recovery_codes WHERE person_id = person;
    DELETE FROM password_resets WHERE person_id = person;
    DELETE FROM mail_outbox WHERE person_id = person AND sent_at IS NULL;
  ELSIF partner IS NULL AND old_role = 'auditor' AND new_role <> 'auditor' THEN
    UPDATE people SET role = new_role, role_since = at, approves_from = coalesce(counts_from, at + interval '24 hours')
      WHERE id = person;
  ELSE
    UPDATE people SET role = new_role WHERE id = person;
  END IF;
  -- After the person's row, which every inviter locks: an admin who invites an owner takes no other of these locks.
  IF new_role IS DISTINCT FROM top THEN
    UPDATE invitations SET revoked_at = at WHERE invited_by = person AND accepted_at IS NULL AND revoked_at IS NULL;
  END IF;
  IF partner IS NULL AND new_role IS DISTINCT FROM top THEN
    UPDATE admin_requests SET cancelled_by = actor, cancelled_at = at
      WHERE (requested_by = person OR (new_role IS NULL AND target_id = person)) AND confirmed_at IS NULL AND cancelled_at IS NULL;
  END IF;
  IF partner IS NOT NULL THEN
    PERFORM revoke_keys_beyond_role(person, new_role, actor, kept, at);
    IF new_role IS NULL OR (old_role = top AND new_role <> top) THEN
      PERFORM mail_lost_access(former, new_role, actor, at);
    ELSIF new_role = top AND old_role <> top THEN
      PERFORM mail_new_owner(former, old_role, actor, at);
    END IF;
  END IF;
  RETURN 'done';
END
$$;
