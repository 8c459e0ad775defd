-- Commits the change sets of several requests as one. It fails with 55P03 when another transaction locks a row for longer, so
-- that only the request that needs the row waits for it.
CREATE OR REPLACE FUNCTION public.commit_change_sets(changes jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
BEGIN
  RETURN commit_change_set(changes);
END
$$;
