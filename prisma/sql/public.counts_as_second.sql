-- Returns whether what a person decides at an instant counts where two are needed, for what was requested at another
-- instant: the person had the role by then, and the delay for new approvers is over.
CREATE OR REPLACE FUNCTION public.counts_as_second(p people, requested_at timestamptz, at timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp
  RETURN may_approve(p) AND p.role_since <= requested_at AND p.approves_from <= at;
