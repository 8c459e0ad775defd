-- Makes changes of the people of a partner, or of the operator when partner is null, run one after another. PW003 in a transaction that
-- reads an old snapshot: it would not see the change before it.
CREATE OR REPLACE FUNCTION public.lock_people_of(partner text) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_read_committed();
  IF partner IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtext('people of the operator'));
  ELSE
    PERFORM FROM partners WHERE id = partner FOR NO KEY UPDATE;
  END IF;
END
$$;
