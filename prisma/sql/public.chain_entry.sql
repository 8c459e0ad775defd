-- Trigger at the commit: appends the audit entry to the chain of hashes. The head of the chain is the last row that a
-- transaction locks, so transactions that wait for it wait for nothing else.
CREATE OR REPLACE FUNCTION public.chain_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM audit_link(NEW);
  RETURN NULL;
END
$$;
