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
      'partner.end_sso_requirement', 'partner.invite', 'partner.leave', 'partner.payout_policy', 'partner.remove_person', 'partner.resume',
      'partner.settings', 'partner.suspend', 'partner.unlock_person', 'partner.view', 'posting.confirm',
      'withdrawal.approve', 'withdrawal.fail', 'withdrawal.reject')
      -- The approvals that a withdrawal needs are the operator's own rule. A change that two administrators made names its request.
      AND NOT (NEW.action = 'partner.settings' AND NEW.after - '{secondApprovalAbove,requestId,requestedBy}'::text[] = '{}')
      AND NOT (NEW.action = 'withdrawal.approve' AND NEW.after ->> 'status' IS NOT DISTINCT FROM 'pending') THEN
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
