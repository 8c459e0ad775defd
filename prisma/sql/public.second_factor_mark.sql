-- Returns a mark of the second factor of a person, which differs after every change of it and reveals nothing of it.
CREATE OR REPLACE FUNCTION public.second_factor_mark(person people) RETURNS text LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp AS $$
  SELECT left(encode(sha256(convert_to(coalesce(person.totp_secret_sealed, ''), 'UTF8')), 'hex'), 16)
$$;
