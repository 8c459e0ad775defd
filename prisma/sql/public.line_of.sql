-- Returns the line of an operator: the person who let them in first. Two people of one line may be one human with two
-- accounts.
CREATE OR REPLACE FUNCTION public.line_of(p people) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN coalesce(p.sponsor_id, p.id);
