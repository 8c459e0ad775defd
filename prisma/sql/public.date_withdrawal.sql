-- Trigger: notes when a withdrawal was inserted, by the clock of the database, whatever the application says.
CREATE OR REPLACE FUNCTION public.date_withdrawal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.inserted_at := clock_timestamp();
  RETURN NEW;
END
$$;
