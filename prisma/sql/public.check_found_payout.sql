-- Trigger: a withdrawal that was found paid on the chain is not cancelled, rejected or failed, which would return its money.
-- PW001: read and decide again, because the service is about to complete it. Source: docs/decisions/0110-restored-database.md
CREATE OR REPLACE FUNCTION public.check_found_payout() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM found_payouts f WHERE f.withdrawal_id = NEW.id) THEN
    RAISE EXCEPTION 'withdrawal % was paid on the chain', NEW.id USING ERRCODE = 'PW001';
  END IF;
  RETURN NEW;
END
$$;
