-- Trigger: a held deposit is credited by a person who may approve withdrawals, now. PW001 when something has changed
-- since it was read.
CREATE OR REPLACE FUNCTION public.check_releaser() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM people p WHERE p.id = NEW.person_id AND may_approve(p) FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% may not credit held deposits', NEW.person_id USING ERRCODE = 'PW001';
  END IF;
  RETURN NEW;
END
$$;
