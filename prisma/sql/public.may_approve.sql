-- Returns whether a person may approve withdrawals, now.
CREATE OR REPLACE FUNCTION public.may_approve(p people) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN p.partner_id IS NULL AND p.role IN ('admin', 'approver') AND p.disabled_at IS NULL;
