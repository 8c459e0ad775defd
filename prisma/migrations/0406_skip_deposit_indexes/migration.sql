-- Restore mode skips indexes of deposit addresses in a way that a second restore, of an older copy, gives none out again.
-- Takes the next indexes of deposit addresses, which are never given out, and returns the first and the last one. A copy of a lost
-- database knows neither which indexes were given out since, nor which were skipped before, if it is older. So the last index grows
-- with time, by four a second since 2026: it is above all indexes of the lost database, and above those that were given out after an
-- earlier skip, while fewer than four addresses a second are made. Where more were made, as many indexes as `margin` are taken.
-- Source: docs/decisions/0110-restored-database.md
CREATE OR REPLACE FUNCTION public.skip_deposit_indexes(margin int, OUT first_index bigint, OUT last_index bigint) LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- Two skips at once must not put the sequence back.
  PERFORM pg_advisory_xact_lock(hashtextextended('skip_deposit_indexes', 0));
  first_index := nextval('deposit_index');
  last_index := floor(4 * extract(epoch FROM clock_timestamp() - timestamptz '2026-01-01T00:00:00Z'));
  -- The largest index of an address is 2^31 - 1.
  IF last_index < first_index OR last_index > 2000000000 THEN
    last_index := first_index + margin - 1;
  END IF;
  -- Addresses that are made meanwhile may have taken later indexes already.
  PERFORM setval('deposit_index', greatest(last_index, last_value)) FROM deposit_index;
END
$$;
