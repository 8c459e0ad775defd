-- Returns the advisory lock of suspensions: a partner's commits share it, and a suspension takes it alone. So a
-- suspension waits for the commits before it, and those after it see it.
CREATE OR REPLACE FUNCTION public.suspension_lock() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 33;
