-- Returns whether a person may request and confirm operator postings, now.
CREATE OR REPLACE FUNCTION public.may_administer(p people) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN p.partner_id IS NULL AND p.role = 'admin' AND p.disabled_at IS NULL;
