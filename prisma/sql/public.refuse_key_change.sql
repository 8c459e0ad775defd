-- Trigger: refuses a change of the scopes or the maker of an API key.
CREATE OR REPLACE FUNCTION public.refuse_key_change() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the scopes and the maker of a key are fixed' USING ERRCODE = 'PW003';
END
$$;
