-- The partners' own people: who is invited, what their keys are used for, what they did: docs/decisions/0016-deeds.md

-- A link that lets one person in, once. Only its hash is kept.
CREATE TABLE invitations (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "invited_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "invitations_partner" FOREIGN KEY (partner_id) REFERENCES partners (id),
    CONSTRAINT "invitations_inviter" FOREIGN KEY (invited_by) REFERENCES people (id),
    CONSTRAINT "invitations_role" CHECK (role IN ('owner', 'developer', 'viewer')),
    CONSTRAINT "invitations_end" CHECK (accepted_at IS NULL OR revoked_at IS NULL)
);
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");
CREATE INDEX "invitations_partner_id_id_idx" ON "invitations"("partner_id", "id" DESC);
CREATE UNIQUE INDEX "invitations_open_key" ON "invitations"("partner_id", "email_key")
  WHERE accepted_at IS NULL AND revoked_at IS NULL;

-- When a key was last used, some seconds late. Apart from the key's own row, whose changes every process hears of.
CREATE TABLE api_key_uses (
    "key_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "api_key_uses_pkey" PRIMARY KEY ("key_id"),
    CONSTRAINT "api_key_uses_key" FOREIGN KEY (key_id) REFERENCES api_keys (id)
);
CREATE INDEX "api_key_uses_partner_id_idx" ON "api_key_uses"("partner_id");
ALTER TABLE api_key_uses SET (fillfactor = 50);

-- When a key that was rolled ends.
ALTER TABLE api_keys ADD COLUMN "expires_at" TIMESTAMPTZ(3);
DROP INDEX "api_keys_partner_id_idx";
CREATE INDEX "api_keys_partner_id_id_idx" ON "api_keys"("partner_id", "id" DESC);

-- A second factor that was begun and not confirmed yet.
ALTER TABLE people ADD COLUMN "totp_pending_sealed" TEXT;

-- Whose the person is; null for the operator's.
ALTER TABLE audit_entries ADD COLUMN "partner_id" TEXT;
CREATE INDEX "audit_entries_partner_id_id_idx" ON "audit_entries"("partner_id", "id" DESC);

-- Users by state, and as they are looked for: by the beginning of their e-mail or name. Beginnings are compared byte by
-- byte, whatever the database's collation.
CREATE INDEX "users_partner_id_status_id_idx" ON "users"("partner_id", "status", "id" DESC) WHERE deleted_at IS NULL;
CREATE INDEX "users_email_search_idx" ON "users"("partner_id", "email_key" text_pattern_ops) WHERE deleted_at IS NULL;
CREATE INDEX "users_name_search_idx" ON "users"("partner_id", lower(first_name || ' ' || last_name) text_pattern_ops)
  WHERE deleted_at IS NULL;
CREATE INDEX "users_last_name_search_idx" ON "users"("partner_id", lower(last_name) text_pattern_ops) WHERE deleted_at IS NULL;
CREATE INDEX "cards_partner_id_status_id_idx" ON "cards"("partner_id", "status", "id" DESC);

GRANT SELECT, INSERT, UPDATE ON invitations, api_key_uses TO partner_wallet_app;

-- Gives a person another role, or removes them (new_role is null). One change at a time in a partner: of two owners who
-- remove each other the second is told. Returns 'done', 'unknown' or 'last_owner'. A removed person's row stays for the
-- audit log; the e-mail is free again.
CREATE FUNCTION change_person(partner text, person text, new_role text, at timestamptz) RETURNS text LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
DECLARE
  old_role text;
BEGIN
  PERFORM FROM partners WHERE id = partner FOR NO KEY UPDATE;
  SELECT role INTO old_role FROM people WHERE id = person AND partner_id = partner AND disabled_at IS NULL;
  IF NOT FOUND THEN
    RETURN 'unknown';
  END IF;
  IF old_role = 'owner' AND new_role IS DISTINCT FROM 'owner' AND NOT EXISTS (
      SELECT FROM people WHERE partner_id = partner AND role = 'owner' AND disabled_at IS NULL AND id <> person) THEN
    RETURN 'last_owner';
  END IF;
  IF new_role IS NOT NULL THEN
    UPDATE people SET role = new_role WHERE id = person;
    RETURN 'done';
  END IF;
  UPDATE people SET disabled_at = at, email_key = id, totp_secret_sealed = NULL, totp_pending_sealed = NULL WHERE id = person;
  UPDATE sessions SET revoked_at = at WHERE person_id = person AND revoked_at IS NULL;
  UPDATE invitations SET revoked_at = at WHERE invited_by = person AND accepted_at IS NULL AND revoked_at IS NULL;
  RETURN 'done';
END
$$;

-- Invites: what was open for the same e-mail ends. Returns false when one of the partner's people has it.
CREATE FUNCTION invite_person(row_of_invitation jsonb) RETURNS boolean LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
DECLARE
  invited invitations := jsonb_populate_record(NULL::invitations, row_of_invitation);
BEGIN
  PERFORM FROM partners WHERE id = invited.partner_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM people WHERE partner_id = invited.partner_id AND email_key = invited.email_key) THEN
    RETURN false;
  END IF;
  UPDATE invitations SET revoked_at = invited.created_at
    WHERE partner_id = invited.partner_id AND email_key = invited.email_key AND accepted_at IS NULL AND revoked_at IS NULL;
  INSERT INTO invitations SELECT invited.*;
  RETURN true;
END
$$;
