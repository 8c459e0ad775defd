-- What an API key may do, who made it, and who answers for it: docs/decisions/0044-rights-of-api-keys.md

ALTER TABLE api_keys
  ADD COLUMN "scopes" TEXT[] DEFAULT '{read,users,cards,card_data,money_out,webhooks}',
  ADD COLUMN "created_by" TEXT,
  ADD COLUMN "taken_over_by" TEXT;
-- Keys that exist keep their rights. A new key names its own.
ALTER TABLE api_keys ALTER COLUMN "scopes" DROP DEFAULT;
ALTER TABLE api_keys
  ADD CONSTRAINT "api_keys_scopes" CHECK (
    scopes IS NOT NULL AND scopes <@ '{read,users,cards,card_data,money_out,webhooks}'::text[] AND cardinality(scopes) > 0),
  ADD CONSTRAINT "api_keys_created_by" FOREIGN KEY (created_by) REFERENCES people (id),
  ADD CONSTRAINT "api_keys_taken_over_by" FOREIGN KEY (taken_over_by) REFERENCES people (id);
CREATE INDEX "api_keys_responsible_idx" ON api_keys (coalesce(taken_over_by, created_by)) WHERE revoked_at IS NULL;

-- Whether somebody with a role may hold a key with these scopes. lib/auth/scopes.ts has the same table.
CREATE FUNCTION may_grant_scopes(role text, scopes text[]) RETURNS boolean LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp
  RETURN scopes <@ CASE role
    WHEN 'owner' THEN '{read,users,cards,card_data,money_out,webhooks}'::text[]
    WHEN 'developer' THEN '{read,users,cards,webhooks}'::text[]
    ELSE '{}'::text[] END;

-- A key that a person makes has no right that the person could not grant. The row lock makes the new key visible to a
-- demotion or removal that runs at the same time. PW026: the person may not make this key.
CREATE FUNCTION check_key_maker() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM people p WHERE p.id = NEW.created_by AND p.partner_id = NEW.partner_id AND p.disabled_at IS NULL
    AND may_grant_scopes(p.role, NEW.scopes) FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% may not make this key', NEW.created_by USING ERRCODE = 'PW026';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER legal_maker BEFORE INSERT ON api_keys FOR EACH ROW WHEN (NEW.created_by IS NOT NULL)
  EXECUTE FUNCTION check_key_maker();

-- The rights and the maker of a key are fixed.
CREATE FUNCTION refuse_key_change() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the scopes and the maker of a key are fixed' USING ERRCODE = 'PW003';
END
$$;
CREATE TRIGGER fixed_rights BEFORE UPDATE ON api_keys FOR EACH ROW
  WHEN (OLD.scopes IS DISTINCT FROM NEW.scopes OR OLD.created_by IS DISTINCT FROM NEW.created_by)
  EXECUTE FUNCTION refuse_key_change();

-- Revokes the keys that a person answers for and may not hold with a new role (null: the person is removed). An owner of
-- the same partner who makes the change takes over the keys in `kept` instead.
CREATE FUNCTION revoke_keys_beyond_role(person text, new_role text, actor text, kept text[], at timestamptz) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE api_keys k SET taken_over_by = actor FROM people a
    WHERE coalesce(k.taken_over_by, k.created_by) = person AND k.id = ANY (kept) AND k.revoked_at IS NULL
      AND a.id = actor AND a.id <> person AND a.partner_id = k.partner_id AND a.role = 'owner'
      AND NOT may_grant_scopes(coalesce(new_role, ''), k.scopes);
  UPDATE api_keys k SET revoked_at = at
    WHERE coalesce(k.taken_over_by, k.created_by) = person AND k.revoked_at IS NULL
      AND (k.expires_at IS NULL OR k.expires_at > at) AND NOT may_grant_scopes(coalesce(new_role, ''), k.scopes);
END
$$;

-- The keys that a change of a person at an instant ended, and those that the actor took over, for the audit entry.
-- Volatile: it sees what the same statement changed before.
CREATE FUNCTION list_moved_keys(partner text, person text, actor text, kept text[], at timestamptz) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN jsonb_build_object(
    'revoked', (SELECT coalesce(jsonb_agg(jsonb_build_object('keyId', k.id, 'name', k.name) ORDER BY k.id), '[]') FROM api_keys k
      WHERE k.partner_id = partner AND coalesce(k.taken_over_by, k.created_by) = person AND k.revoked_at = at),
    'kept', (SELECT coalesce(jsonb_agg(jsonb_build_object('keyId', k.id, 'name', k.name) ORDER BY k.id), '[]') FROM api_keys k
      WHERE k.partner_id = partner AND k.id = ANY (kept) AND k.taken_over_by = actor));
END
$$;

-- As before (0032), with the keys that the person may not hold any more.
DROP FUNCTION change_person(text, text, text, text, timestamptz);
CREATE FUNCTION change_person(partner text, actor text, person text, new_role text, at timestamptz, kept text[] DEFAULT '{}')
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
  ELSE
    UPDATE people SET role = new_role WHERE id = person;
  END IF;
  -- After the person's row: who invites holds it, an admin who invites a partner's owner under no other lock of these.
  IF new_role IS DISTINCT FROM top THEN
    UPDATE invitations SET revoked_at = at WHERE invited_by = person AND accepted_at IS NULL AND revoked_at IS NULL;
  END IF;
  IF partner IS NOT NULL THEN
    PERFORM revoke_keys_beyond_role(person, new_role, actor, kept, at);
  END IF;
  RETURN 'done';
END
$$;
