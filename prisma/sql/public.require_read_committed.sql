-- Refuses (PW003) to go on in a transaction that is not READ COMMITTED, for rules that read rows under their locks or at the end
-- of a statement: any other transaction reads them as they were when it began.
CREATE OR REPLACE FUNCTION public.require_read_committed() RETURNS void LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'this rule reads rows in READ COMMITTED transactions only' USING ERRCODE = 'PW003';
  END IF;
END
$$;
