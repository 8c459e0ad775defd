-- Makes changes of the people of a partner, or of the operator when partner is null, run one after another.
CREATE OR REPLACE FUNCTION public.lock_people_of(partner text) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF partner IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtext('people of the operator'));
  ELSE
    PERFORM FROM partners WHERE id = partner FOR NO KEY UPDATE;
  END IF;
END
$$;
