-- Trigger: refuses a change of the scopes, the maker, the chosen expiry or the IP addresses of an API key.
CREATE OR REPLACE FUNCTION public.refuse_key_change() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the scopes, the maker, the expiry and the addresses of a key are fixed' USING ERRCODE = 'PW003';
END
$$;
