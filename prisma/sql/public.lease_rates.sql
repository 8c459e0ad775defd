-- Takes requests out of the buckets of rate limits, which all processes share, by the clock of the database. For each key:
-- how many requests a second and how many at once it allows, how many were spent without a lease, and how many are wanted.
-- Returns one row for each key, in order: how many are granted, and what is left, which is negative after an overdraft.
-- Callers pass the keys sorted, so that no two calls wait for each other.
CREATE OR REPLACE FUNCTION public.lease_rates(keys text[], rates float8[], bursts float8[], spent float8[], wanted float8[])
  RETURNS TABLE (granted float8, tokens float8) LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz;
  bucket rate_buckets;
BEGIN
  FOR i IN 1..cardinality(keys) LOOP
    INSERT INTO rate_buckets (key, tokens, filled_at) VALUES (keys[i], bursts[i], clock_timestamp())
      ON CONFLICT (key) DO NOTHING;
    SELECT * INTO bucket FROM rate_buckets b WHERE b.key = keys[i] FOR UPDATE;
    at := clock_timestamp();
    -- A row that was deleted in this moment was full.
    tokens := least(bursts[i], coalesce(bucket.tokens + greatest(0, extract(epoch FROM at - bucket.filled_at)) * rates[i],
      bursts[i])) - spent[i];
    granted := least(wanted[i], greatest(0, floor(tokens)));
    tokens := greatest(-bursts[i], tokens - granted);
    UPDATE rate_buckets b SET tokens = lease_rates.tokens, filled_at = at WHERE b.key = keys[i];
    RETURN NEXT;
  END LOOP;
END
$$;
