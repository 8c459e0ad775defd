-- Suspends a partner, or ends the suspension when `at` is null. It waits for the commits of the partner that are under
-- way, and returns whether anything changed.
CREATE OR REPLACE FUNCTION public.set_suspension(partner text, at timestamptz) RETURNS boolean LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(suspension_lock(), hashtext(partner));
  UPDATE partners SET suspended_at = at WHERE id = partner AND (suspended_at IS NULL) <> (at IS NULL);
  RETURN FOUND;
END
$$;
