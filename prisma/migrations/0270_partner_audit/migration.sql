-- Partners see their own part of the audit log: an entry is listed for the partner that it concerns. The entries that exist
-- are listed below by the same rule. Source: docs/decisions/0091-audit-log-of-partners.md

CREATE TABLE partner_audit_entries (
  partner_id text NOT NULL,
  entry_id text NOT NULL,
  action text NOT NULL,
  target_id text NOT NULL,
  person_id text,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT partner_audit_entries_pkey PRIMARY KEY (partner_id, entry_id) INCLUDE (created_at),
  CONSTRAINT partner_audit_entries_entry FOREIGN KEY (entry_id) REFERENCES audit_entries(id)
);
COMMENT ON TABLE partner_audit_entries IS 'The audit entries that a partner sees, with the columns by which it filters them; written only by a trigger';
COMMENT ON COLUMN partner_audit_entries.person_id IS 'The partner''s person; null for the operator, whose people are not named to partners';
-- Each filter has an index that also has the order of the list and the time.
CREATE INDEX partner_audit_entries_partner_id_action_entry_id_idx ON partner_audit_entries(partner_id, action, entry_id DESC) INCLUDE (created_at);
CREATE INDEX partner_audit_entries_partner_id_person_id_entry_id_idx ON partner_audit_entries(partner_id, person_id, entry_id DESC) INCLUDE (created_at);
CREATE INDEX partner_audit_entries_partner_id_target_id_entry_id_idx ON partner_audit_entries(partner_id, target_id, entry_id DESC) INCLUDE (created_at);
GRANT SELECT ON partner_audit_entries TO partner_wallet_app;

-- Trigger: lists an audit entry for the partner that it concerns: every entry of the partner's own people, and what the
-- operator's people did to the partner. Other actions of the operator, such as a refused code, are internal and not listed.
-- An operator's entry names its partner in its details or by its target. lib/audit/partner/operator-fields.ts has the same
-- actions, and the fields that the partner sees. Source: docs/decisions/0091-audit-log-of-partners.md
CREATE OR REPLACE FUNCTION public.list_partner_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  owner text := NEW.partner_id;
BEGIN
  IF owner IS NULL AND NEW.action IN ('deposit.release', 'dispute.download_file', 'dispute.retry', 'partner.create',
      'partner.invite', 'partner.leave', 'partner.remove_person', 'partner.resume', 'partner.settings', 'partner.suspend',
      'partner.unlock_person', 'partner.view', 'posting.confirm', 'withdrawal.approve', 'withdrawal.fail',
      'withdrawal.reject')
      -- The approvals that a withdrawal needs are the operator's own rule.
      AND NOT (NEW.action = 'partner.settings' AND NEW.after - 'secondApprovalAbove' = '{}') THEN
    owner := coalesce(NEW.after ->> 'partnerId', NEW.before ->> 'partnerId', CASE
      WHEN NEW.target_id LIKE 'ptn\_%' THEN NEW.target_id
      WHEN NEW.target_id LIKE 'wd\_%' THEN (SELECT partner_id FROM withdrawals WHERE id = NEW.target_id) END);
  END IF;
  IF owner IS NOT NULL THEN
    INSERT INTO partner_audit_entries (partner_id, entry_id, action, target_id, person_id, created_at)
      VALUES (owner, NEW.id, NEW.action, NEW.target_id, CASE WHEN NEW.partner_id IS NOT NULL THEN NEW.person_id END, NEW.created_at);
  END IF;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION public.list_partner_entry() FROM PUBLIC;

INSERT INTO partner_audit_entries (partner_id, entry_id, action, target_id, person_id, created_at)
  SELECT e.owner, e.id, e.action, e.target_id, CASE WHEN e.partner_id IS NOT NULL THEN e.person_id END, e.created_at
  FROM (
    SELECT a.*, coalesce(a.partner_id, CASE WHEN a.action IN ('deposit.release', 'dispute.download_file', 'dispute.retry',
      'partner.create', 'partner.invite', 'partner.leave', 'partner.remove_person', 'partner.resume', 'partner.settings',
      'partner.suspend', 'partner.unlock_person', 'partner.view', 'posting.confirm', 'withdrawal.approve', 'withdrawal.fail',
      'withdrawal.reject') AND NOT (a.action = 'partner.settings' AND a.after - 'secondApprovalAbove' = '{}') THEN coalesce(a.after ->> 'partnerId', a.before ->> 'partnerId', CASE
        WHEN a.target_id LIKE 'ptn\_%' THEN a.target_id
        WHEN a.target_id LIKE 'wd\_%' THEN (SELECT partner_id FROM withdrawals WHERE id = a.target_id) END) END) AS owner
    FROM audit_entries a) e
  WHERE e.owner IS NOT NULL;

CREATE TRIGGER listed AFTER INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION list_partner_entry();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON partner_audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
