-- Records the approval of a withdrawal by a second person of its partner. Returns 'done', or why nothing was changed: 'unknown'
-- (also of another partner), 'not_pending', 'not_needed', 'not_allowed'. The withdrawal is locked, so that a cancellation and a
-- decision of the operator come before or after.
CREATE OR REPLACE FUNCTION public.approve_own_withdrawal(withdrawal text, partner text, person text, at timestamptz) RETURNS text
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  found_status text;
  waiting partner_approvals;
BEGIN
  SELECT status INTO found_status FROM withdrawals WHERE id = withdrawal AND partner_id = partner FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'unknown';
  ELSIF found_status <> 'pending' THEN
    RETURN 'not_pending';
  END IF;
  -- A change of the partner's people comes before or after.
  PERFORM FROM partners WHERE id = partner FOR SHARE;
  SELECT * INTO waiting FROM partner_approvals WHERE withdrawal_id = withdrawal FOR UPDATE;
  IF NOT FOUND OR NOT awaits_partner(withdrawal) THEN
    RETURN 'not_needed';
  ELSIF NOT EXISTS (SELECT FROM people p WHERE p.id = person AND may_approve_own(p, waiting)) THEN
    RETURN 'not_allowed';
  END IF;
  UPDATE partner_approvals SET approved_by = person, approved_at = at WHERE withdrawal_id = withdrawal;
  RETURN 'done';
END
$$;
