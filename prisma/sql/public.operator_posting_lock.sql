-- Returns the advisory lock under which operator postings are committed one after another.
CREATE OR REPLACE FUNCTION public.operator_posting_lock() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 53;
