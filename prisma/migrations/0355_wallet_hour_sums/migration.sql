-- Overviews of long periods read a quarter of the rows: docs/decisions/0027-sums-of-the-overview.md
CREATE TABLE wallet_hour_sums (
  partner_id text NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  category text NOT NULL,
  amount_micro_usd bigint NOT NULL,
  CONSTRAINT wallet_hour_sums_pkey PRIMARY KEY (partner_id, starts_at, category)
) WITH (fillfactor=80);

-- Until this migration is committed, only the job that adds to the sums waits.
SELECT before_id FROM wallet_sums_end FOR UPDATE;
INSERT INTO wallet_hour_sums (partner_id, starts_at, category, amount_micro_usd)
  SELECT partner_id, date_trunc('hour', starts_at, 'UTC'), category, sum(amount_micro_usd)
  FROM wallet_sums GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;

-- Adds to the sums of wallets, per quarter of an hour and per hour, the transactions before an id, and returns how many
-- quarters it wrote. The id must be so old
-- that no row with a smaller one can still be committed.
CREATE OR REPLACE FUNCTION public.sum_wallets(until_id text) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  first_id text;
  written bigint;
BEGIN
  SELECT before_id INTO STRICT first_id FROM wallet_sums_end FOR UPDATE;
  IF until_id <= first_id THEN
    RETURN 0;
  END IF;
  WITH quarters AS MATERIALIZED (
    SELECT partner_id, date_bin('15 minutes', created_at, 'epoch') AS starts_at, category, sum(amount_micro_usd) AS amount
    FROM wallet_transactions WHERE id >= first_id AND id < until_id GROUP BY 1, 2, 3
  ), hours AS (
    INSERT INTO wallet_hour_sums AS s (partner_id, starts_at, category, amount_micro_usd)
      SELECT partner_id, date_trunc('hour', starts_at, 'UTC'), category, sum(amount) FROM quarters GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (partner_id, starts_at, category) DO UPDATE SET amount_micro_usd = s.amount_micro_usd + excluded.amount_micro_usd
  )
  INSERT INTO wallet_sums AS s (partner_id, starts_at, category, amount_micro_usd)
    SELECT partner_id, starts_at, category, amount FROM quarters ORDER BY 1, 2, 3
    ON CONFLICT (partner_id, starts_at, category) DO UPDATE SET amount_micro_usd = s.amount_micro_usd + excluded.amount_micro_usd;
  GET DIAGNOSTICS written = ROW_COUNT;
  UPDATE wallet_sums_end SET before_id = until_id;
  RETURN written;
END
$$;

GRANT SELECT ON wallet_hour_sums TO partner_wallet_app;
COMMENT ON TABLE public.wallet_hour_sums IS 'The sums of a wallet''s transactions per hour and category. Written only by sum_wallets.';
COMMENT ON COLUMN public.wallet_hour_sums.partner_id IS 'The partner that the row belongs to; null where it belongs to none.';
COMMENT ON COLUMN public.wallet_hour_sums.starts_at IS 'The beginning of the period that the row sums.';
COMMENT ON COLUMN public.wallet_hour_sums.category IS 'The category of a transaction: docs/spec.md.';
COMMENT ON COLUMN public.wallet_hour_sums.amount_micro_usd IS 'Amount in micro-USD (a millionth of a US dollar).';
