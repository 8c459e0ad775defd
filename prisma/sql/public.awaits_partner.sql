-- Returns whether a withdrawal waits for a second person of its partner. An approval counts only while its author may still
-- approve.
CREATE OR REPLACE FUNCTION public.awaits_partner(withdrawal text) RETURNS boolean LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM partner_approvals a LEFT JOIN people p ON p.id = a.approved_by
    WHERE a.withdrawal_id = withdrawal AND NOT coalesce(may_approve_own(p, a), false))
$$;
