-- Locks accounts until the end of the transaction, always in the order of their ids. Accounts of the service are not
-- locked: they have no balance to protect, and one lock would make all postings wait for each other. Ids come in arrays,
-- here and in ledger.post: the planner expects few rows of an array and looks each one up by its key.
CREATE OR REPLACE FUNCTION ledger.lock(ids text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM FROM ledger.accounts WHERE id = ANY (ids) AND version IS NOT NULL ORDER BY id FOR NO KEY UPDATE;
END
$$;
