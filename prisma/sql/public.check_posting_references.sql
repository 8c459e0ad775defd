-- Trigger at the commit: a chain transaction is booked once in an account. Postings wait for each other here, so of two
-- the second one sees the first.
CREATE OR REPLACE FUNCTION public.check_posting_references() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  earlier text;
BEGIN
  PERFORM pg_advisory_xact_lock(operator_posting_lock());
  earlier := posting_of_same_transaction(NEW.legs, NEW.id);
  IF earlier IS NOT NULL THEN
    RAISE EXCEPTION 'operator posting % has booked a chain transaction of %', earlier, NEW.id USING ERRCODE = 'PW001';
  END IF;
  RETURN NULL;
END
$$;
