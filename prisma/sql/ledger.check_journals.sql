-- Trigger: a journal has exactly the legs that it was posted with, each on an account of its own, and the legs sum to
-- zero. No leg can be added later: ledger.check_entries knows how many legs a journal has, and each number is taken.
CREATE OR REPLACE FUNCTION ledger.check_journals() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  broken text;
BEGIN
  SELECT format('%s of %s legs has %s on %s accounts, which sum to %s', n.id, n.leg_count, e.legs, e.accounts, e.total)
    INTO broken
    FROM new_journals n CROSS JOIN LATERAL (
      SELECT count(*) AS legs, count(DISTINCT account_id) AS accounts, coalesce(sum(amount_micro_usd), 0) AS total
      FROM ledger.entries WHERE journal_id = n.id) e
    WHERE e.legs <> n.leg_count OR e.accounts <> e.legs OR e.total <> 0
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal incomplete: %', broken USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
