-- One call with an id ahead of the clock ended the sums of wallets for good: no later row was summed, and overviews showed no money in
-- or out any more.

-- Adds to the sums of wallets, per quarter of an hour, hour and day of UTC, the oldest transactions that are not summed and
-- come before an id: at most 100,000 in a call, so that a call is short. Returns how many quarters it wrote; 0 if nothing is
-- left. The id must be so old that no row with a smaller one can still be committed. One that is ahead of the clock counts as that
-- of now: rows before it would come later, and be in no sum.
CREATE OR REPLACE FUNCTION public.sum_wallets(until_id text) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  now_ms CONSTANT bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
  first_id text;
  end_id text;
  written bigint;
BEGIN
  -- The time in an id: lib/kernel/ids.ts
  until_id := least(until_id, 'txn_' || (
    SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((now_ms >> (5 * place)) & 31)::integer + 1, 1), '' ORDER BY place DESC)
    FROM generate_series(0, 9) place));
  SELECT before_id INTO STRICT first_id FROM wallet_sums_end FOR UPDATE;
  IF until_id <= first_id THEN
    RETURN 0;
  END IF;
  SELECT coalesce(min(t.id), until_id) INTO end_id FROM (
    SELECT id FROM wallet_transactions WHERE id >= first_id AND id < until_id ORDER BY id OFFSET 100000 LIMIT 1) t;
  WITH quarters AS MATERIALIZED (
    SELECT partner_id, date_bin('15 minutes', created_at, 'epoch') AS starts_at, category, sum(amount_micro_usd) AS amount
    FROM wallet_transactions WHERE id >= first_id AND id < end_id GROUP BY 1, 2, 3
  ), hours AS (
    INSERT INTO wallet_hour_sums AS s (partner_id, starts_at, category, amount_micro_usd)
      SELECT partner_id, date_trunc('hour', starts_at, 'UTC'), category, sum(amount) FROM quarters GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (partner_id, starts_at, category) DO UPDATE SET amount_micro_usd = s.amount_micro_usd + excluded.amount_micro_usd
  ), days AS (
    INSERT INTO wallet_day_sums AS s (partner_id, starts_at, category, amount_micro_usd)
      SELECT partner_id, date_trunc('day', starts_at, 'UTC'), category, sum(amount) FROM quarters GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (partner_id, starts_at, category) DO UPDATE SET amount_micro_usd = s.amount_micro_usd + excluded.amount_micro_usd
  )
  INSERT INTO wallet_sums AS s (partner_id, starts_at, category, amount_micro_usd)
    SELECT partner_id, starts_at, category, amount FROM quarters ORDER BY 1, 2, 3
    ON CONFLICT (partner_id, starts_at, category) DO UPDATE SET amount_micro_usd = s.amount_micro_usd + excluded.amount_micro_usd;
  GET DIAGNOSTICS written = ROW_COUNT;
  UPDATE wallet_sums_end SET before_id = end_id;
  RETURN written;
END
$$;
