-- Commits the change sets of several requests as one. A row that somebody else locks for longer ends it with 55P03, so
-- that only the request that needs the row waits for it.
CREATE OR REPLACE FUNCTION public.commit_together(work jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
BEGIN
  RETURN commit_work(work);
END
$$;
