-- Trigger: a status changes only as the table state_changes says.
CREATE OR REPLACE FUNCTION public.check_state_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM state_changes
      WHERE entity = TG_TABLE_NAME AND from_status = OLD.status AND to_status = NEW.status) THEN
    RAISE EXCEPTION '% may not go from % to %', TG_TABLE_NAME, OLD.status, NEW.status USING ERRCODE = 'PW003';
  END IF;
  RETURN NEW;
END
$$;
