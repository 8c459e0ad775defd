-- Trigger at the commit: nobody takes out more fees than were earned, or more capital than was paid in. These accounts
-- keep no balance, so postings wait for each other here, when they hold every other lock that they need.
CREATE OR REPLACE FUNCTION public.check_posting_floor() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  overdrawn text;
BEGIN
  PERFORM pg_advisory_xact_lock(operator_posting_lock());
  SELECT l.account INTO overdrawn FROM operator_posting_legs(NEW) l
    WHERE l.account IN ('fees', 'capital') AND l.amount < 0 AND ledger.service_balance(l.account) < 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'operator posting % takes more from % than it has', NEW.id, overdrawn USING ERRCODE = 'PW001';
  END IF;
  RETURN NULL;
END
$$;
