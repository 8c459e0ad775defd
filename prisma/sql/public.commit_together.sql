-- The earlier name of commit_change_sets, for processes of the version before while an upgrade runs.
CREATE OR REPLACE FUNCTION public.commit_together(work jsonb) RETURNS jsonb LANGUAGE sql
  SET search_path = public, pg_temp AS $$ SELECT commit_change_sets(work) $$;
