-- Returns whether the login has the rights of the owner of a table, as migrations, maintenance and tests have.
CREATE OR REPLACE FUNCTION public.is_owner_of(tested regclass) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT pg_has_role(current_user, c.relowner, 'USAGE') FROM pg_class c WHERE c.oid = tested
$$;
