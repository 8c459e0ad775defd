-- Returns the SHA-256 of a value of an audit entry with its salt, which does not reveal the value once the salt is gone.
CREATE OR REPLACE FUNCTION public.audit_digest(salt text, value jsonb) RETURNS text LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp AS $$
  SELECT encode(sha256(convert_to(audit_field(salt) || audit_field(value::text), 'UTF8')), 'hex')
$$;
