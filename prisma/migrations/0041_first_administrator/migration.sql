-- The first administrator has nobody to be invited by: `npm run invite-operator` makes an invitation without an inviter. It
-- is good while no administrator stands, and only then. Source: docs/decisions/0026-operators.md
ALTER TABLE invitations
  ALTER COLUMN invited_by DROP NOT NULL,
  ADD CONSTRAINT invitations_first CHECK (invited_by IS NOT NULL OR partner_id IS NULL AND role = 'admin');

-- As before (0032); `person` is null for an invitation that nobody made who signs in.
CREATE OR REPLACE FUNCTION leads_people_of(partner text, person text) RETURNS boolean LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT CASE
    WHEN person IS NULL THEN partner IS NULL AND NOT EXISTS (
      SELECT FROM people p WHERE p.partner_id IS NULL AND p.role = 'admin' AND p.disabled_at IS NULL)
    ELSE EXISTS (SELECT FROM people p WHERE p.id = person AND p.disabled_at IS NULL
      AND CASE WHEN p.partner_id IS NULL THEN p.role = 'admin' ELSE p.role = 'owner' AND p.partner_id = partner END)
    END
$$;
