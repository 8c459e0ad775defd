-- Returns what comes before every id of a kind that is made at an instant or later, and after all earlier ones: lib/kernel/ids.ts. One
-- expression: each new wallet transaction needs it, and a loop takes PL/pgSQL several times as long.
CREATE OR REPLACE FUNCTION public.first_id_at(prefix text, at timestamptz) RETURNS text LANGUAGE plpgsql IMMUTABLE
  SET search_path = public, pg_temp AS $$
DECLARE
  digits CONSTANT text := '0123456789abcdefghjkmnpqrstvwxyz';
  ms CONSTANT bigint := floor(extract(epoch FROM at) * 1000);
BEGIN
  RETURN prefix || '_' || substr(digits, ((ms >> 45) & 31)::integer + 1, 1) || substr(digits, ((ms >> 40) & 31)::integer + 1, 1)
    || substr(digits, ((ms >> 35) & 31)::integer + 1, 1) || substr(digits, ((ms >> 30) & 31)::integer + 1, 1)
    || substr(digits, ((ms >> 25) & 31)::integer + 1, 1) || substr(digits, ((ms >> 20) & 31)::integer + 1, 1)
    || substr(digits, ((ms >> 15) & 31)::integer + 1, 1) || substr(digits, ((ms >> 10) & 31)::integer + 1, 1)
    || substr(digits, ((ms >> 5) & 31)::integer + 1, 1) || substr(digits, ((ms >> 0) & 31)::integer + 1, 1);
END
$$;
