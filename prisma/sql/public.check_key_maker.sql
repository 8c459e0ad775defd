-- Trigger: a person who makes an API key gives it no scope that the person may not grant. The row lock makes the new key
-- visible to a concurrent demotion or removal. PW026: the person may not make this key.
CREATE OR REPLACE FUNCTION public.check_key_maker() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM people p WHERE p.id = NEW.created_by AND p.partner_id = NEW.partner_id AND p.disabled_at IS NULL
    AND may_grant_scopes(p.role, NEW.scopes) FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% may not make this key', NEW.created_by USING ERRCODE = 'PW026';
  END IF;
  RETURN NEW;
END
$$;
