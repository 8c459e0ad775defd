-- The operator's own people: they are invited as a partner's are, and whoever loses an authenticator signs in by a
-- recovery code.

-- Each signs in once, in place of a code of the authenticator. Only hashes are kept.
CREATE TABLE recovery_codes (
    "person_id" TEXT NOT NULL,
    "code_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("person_id", "code_hash"),
    CONSTRAINT "recovery_codes_person" FOREIGN KEY (person_id) REFERENCES people (id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_codes TO partner_wallet_app;

-- Without a partner it is to the operator's people.
ALTER TABLE invitations ALTER COLUMN "partner_id" DROP NOT NULL;
ALTER TABLE invitations DROP CONSTRAINT "invitations_role";
ALTER TABLE invitations ADD CONSTRAINT "invitations_role" CHECK (
  CASE WHEN partner_id IS NULL THEN role IN ('admin', 'approver', 'auditor') ELSE role IN ('owner', 'developer', 'viewer') END);
CREATE UNIQUE INDEX "invitations_operators_open_key" ON "invitations"("email_key")
  WHERE partner_id IS NULL AND accepted_at IS NULL AND revoked_at IS NULL;

-- As before (0007), with the operator's people (partner is null), of whom one admin stays.
CREATE OR REPLACE FUNCTION change_person(partner text, person text, new_role text, at timestamptz) RETURNS text
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  top CONSTANT text := CASE WHEN partner IS NULL THEN 'admin' ELSE 'owner' END;
  old_role text;
BEGIN
  PERFORM lock_people_of(partner);
  SELECT role INTO old_role FROM people WHERE id = person AND partner_id IS NOT DISTINCT FROM partner AND disabled_at IS NULL;
  IF NOT FOUND THEN
    RETURN 'unknown';
  END IF;
  IF old_role = top AND new_role IS DISTINCT FROM top AND NOT EXISTS (
      SELECT FROM people p WHERE (p.partner_id = partner OR (partner IS NULL AND p.partner_id IS NULL))
        AND p.role = top AND p.disabled_at IS NULL AND p.id <> person) THEN
    RETURN 'last_owner';
  END IF;
  IF new_role IS NOT NULL THEN
    UPDATE people SET role = new_role WHERE id = person;
    RETURN 'done';
  END IF;
  UPDATE people SET disabled_at = at, email_key = id, totp_secret_sealed = NULL, totp_pending_sealed = NULL WHERE id = person;
  UPDATE sessions SET revoked_at = at WHERE person_id = person AND revoked_at IS NULL;
  UPDATE invitations SET revoked_at = at WHERE invited_by = person AND accepted_at IS NULL AND revoked_at IS NULL;
  DELETE FROM recovery_codes WHERE person_id = person;
  RETURN 'done';
END
$$;

-- One change of a partner's people, or of the operator's, at a time.
CREATE FUNCTION lock_people_of(partner text) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF partner IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtext('people of the operator'));
  ELSE
    PERFORM FROM partners WHERE id = partner FOR NO KEY UPDATE;
  END IF;
END
$$;

-- As before (0007), with the operator's people.
CREATE OR REPLACE FUNCTION invite_person(row_of_invitation jsonb) RETURNS boolean LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
DECLARE
  invited invitations := jsonb_populate_record(NULL::invitations, row_of_invitation);
BEGIN
  PERFORM lock_people_of(invited.partner_id);
  IF EXISTS (SELECT FROM people WHERE email_key = invited.email_key
      AND partner_id IS NOT DISTINCT FROM invited.partner_id) THEN
    RETURN false;
  END IF;
  UPDATE invitations SET revoked_at = invited.created_at
    WHERE email_key = invited.email_key AND accepted_at IS NULL AND revoked_at IS NULL
      AND (partner_id = invited.partner_id OR (invited.partner_id IS NULL AND partner_id IS NULL));
  INSERT INTO invitations SELECT invited.*;
  RETURN true;
END
$$;
