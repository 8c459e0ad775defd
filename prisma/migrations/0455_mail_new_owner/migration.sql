-- Owners were not notified when somebody became another owner, who counts at once as the second person for withdrawals.
-- Source: docs/decisions/0106-a-second-person-of-the-partner.md

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

-- Trigger, when somebody accepts an invitation to be an owner of a partner: the other owners get an e-mail.
CREATE OR REPLACE FUNCTION public.mail_invited_owner() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM mail_new_owner(p, NULL, NEW.invited_by, NEW.accepted_at)
    FROM people p WHERE p.email_key = NEW.email_key AND p.partner_id = NEW.partner_id;
  RETURN NULL;
END
$$;

-- Queues the e-mails to the owners of a partner when somebody becomes another owner: by an invitation (`former_role` null), a colleague
-- or single sign-on. Also to the owner who did it, whose session may be in other hands. They cannot be switched off. `actor` is
-- null for single sign-on. Source: docs/decisions/0106-a-second-person-of-the-partner.md
CREATE OR REPLACE FUNCTION public.mail_new_owner(newcomer people, former_role text, actor text, at timestamptz) RETURNS void LANGUAGE sql
  SET search_path = public, pg_temp AS $$
  SELECT queue_mail(p, 'new_owner', NULL, jsonb_build_object('name', newcomer.name, 'email', newcomer.email, 'from', former_role,
      'by', CASE WHEN actor IS NULL THEN 'sso' WHEN a.partner_id IS NULL THEN 'operator' ELSE 'person' END,
      'byName', CASE WHEN a.partner_id IS NOT NULL THEN concat(a.name, ' (', a.email, ')') END, 'at', at), at, interval '0',
      interval '3 days')
    FROM (SELECT actor AS id) AS named LEFT JOIN people a ON a.id = named.id
    JOIN people p ON p.partner_id = newcomer.partner_id AND p.role = 'owner' AND p.id <> newcomer.id
$$;

CREATE TRIGGER mail_invited_owner AFTER UPDATE OF accepted_at ON invitations FOR EACH ROW
  WHEN (NEW.partner_id IS NOT NULL AND NEW.role = 'owner' AND OLD.accepted_at IS NULL AND NEW.accepted_at IS NOT NULL)
  EXECUTE FUNCTION mail_invited_owner();
