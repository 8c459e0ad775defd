-- Returns a value with its length before it, so that two different rows are never encoded alike.
CREATE OR REPLACE FUNCTION public.audit_field(value text) RETURNS text LANGUAGE sql IMMUTABLE
  SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(octet_length(value) || ':' || value, '-')
$$;
