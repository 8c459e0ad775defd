-- A link by which an administrator who lost password or authenticator sets new ones: `npm run recover-operator`. It is an
-- invitation of the administrator by themselves, so it ends when they are no administrator any more. Source:
-- docs/decisions/0026-operators.md
ALTER TABLE invitations
  ADD COLUMN "recovers" TEXT,
  ADD CONSTRAINT invitations_recovers_fkey FOREIGN KEY (recovers) REFERENCES people (id),
  ADD CONSTRAINT invitations_recovery CHECK (
    recovers IS NULL OR partner_id IS NULL AND role = 'admin' AND invited_by IS NOT DISTINCT FROM recovers);
