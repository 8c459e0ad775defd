-- Returns whether two administrators decide who approves and how many must: as soon as some partner's withdrawals need
-- two.
CREATE OR REPLACE FUNCTION public.two_administrators_needed() RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM partners WHERE second_approval_above_micro_usd IS NOT NULL)
$$;
