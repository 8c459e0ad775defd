-- Returns a mark of a partner's required single sign-on, which differs after every change of the connection, and after each time that an
-- owner saves who has break-glass access or requires it again. Null while it is not required.
CREATE OR REPLACE FUNCTION public.sso_requirement_mark(connection sso_connections) RETURNS text LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT concat_ws(' ', connection.id, extract(epoch FROM connection.changed_at), extract(epoch FROM connection.only_set_at),
    array_to_string(connection.break_glass, ',')) WHERE connection.is_only
$$;
