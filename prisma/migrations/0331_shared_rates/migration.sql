-- Rate limits that hold over all processes: docs/decisions/0113-shared-by-processes.md
-- Unlogged: a lease costs no flush and waits for no standby. After a crash or a failover all buckets are full.

CREATE UNLOGGED TABLE rate_buckets (
  key text NOT NULL,
  tokens double precision NOT NULL,
  filled_at timestamptz NOT NULL,
  CONSTRAINT rate_buckets_pkey PRIMARY KEY (key)
) WITH (fillfactor = 50);
COMMENT ON TABLE rate_buckets IS 'Token buckets of the rate limits that all processes share; rows of full buckets are deleted';
COMMENT ON COLUMN rate_buckets.key IS 'the SHA-256 of the name of what is limited';
COMMENT ON COLUMN rate_buckets.tokens IS 'the requests that could be made at filled_at; negative when more were made than there were';
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_buckets TO partner_wallet_app;

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
