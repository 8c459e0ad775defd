-- Trigger: a withdrawal whose address was on the sanctions list is approved only after an administrator released it, or
-- after it was found paid on the chain. PW001: read and decide again. Source: docs/decisions/0095-sanctions-screening.md,
-- docs/decisions/0110-restored-database.md
CREATE OR REPLACE FUNCTION public.check_screening() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM withdrawal_screenings s WHERE s.withdrawal_id = NEW.id AND s.outcome = 'hit')
      AND NOT EXISTS (SELECT FROM withdrawal_screenings s WHERE s.withdrawal_id = NEW.id AND s.outcome = 'released')
      AND NOT EXISTS (SELECT FROM found_payouts f WHERE f.withdrawal_id = NEW.id) THEN
    RAISE EXCEPTION 'withdrawal % is held by the sanctions screening', NEW.id USING ERRCODE = 'PW001';
  END IF;
  RETURN NEW;
END
$$;
