-- Adds to the sums of wallets, per quarter of an hour, hour and day of UTC, the oldest transactions that are not summed and
-- come before an id: at most 100,000 in a call, so that a call is short. Returns how many quarters it wrote. By the clock of the
-- database it leaves out the last five minutes: a row is inserted within seconds after its id was made. Its commit can come later, as
-- nothing ends one that waits for a standby. So this function first stores its own transaction id, as ledger.close_hours does, and
-- sums nothing until all transactions with smaller ids have ended: a later call goes on. A stored id that this server has not reached
-- is of another server, from which the database was restored, and is replaced. A row that is inserted later with such an id is
-- added by sum_late_wallet_row.
CREATE OR REPLACE FUNCTION public.sum_wallets(until_id text) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  -- Of the beginning of this transaction: those with larger ids insert their rows after it.
  safe_id CONSTANT text := first_id_at('txn', now() - interval '5 minutes');
  stored wallet_sums_end;
  end_id text;
  written bigint;
BEGIN
  -- Any other transaction would sum rows as they were before it had the lock.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'wallets are summed in READ COMMITTED transactions only' USING ERRCODE = 'PW003';
  END IF;
  until_id := least(until_id, safe_id);
  SELECT * INTO STRICT stored FROM wallet_sums_end FOR UPDATE;
  IF until_id <= stored.before_id THEN
    RETURN 0;
  END IF;
  IF stored.horizon IS NULL OR stored.horizon > pg_current_xact_id() OR stored.awaited_id > until_id THEN
    UPDATE wallet_sums_end SET awaited_id = until_id, horizon = pg_current_xact_id() RETURNING * INTO stored;
  END IF;
  IF stored.horizon > pg_snapshot_xmin(pg_current_snapshot()) THEN
    RETURN 0;
  END IF;
  SELECT coalesce(min(t.id), stored.awaited_id) INTO end_id FROM (
    SELECT id FROM wallet_transactions WHERE id >= stored.before_id AND id < stored.awaited_id ORDER BY id OFFSET 100000 LIMIT 1) t;
  WITH quarters AS MATERIALIZED (
    SELECT partner_id, date_bin('15 minutes', created_at, 'epoch') AS starts_at, category, sum(amount_micro_usd) AS amount
    FROM wallet_transactions WHERE id >= stored.before_id AND id < end_id GROUP BY 1, 2, 3
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
  UPDATE wallet_sums_end SET before_id = end_id, awaited_id = CASE WHEN end_id < awaited_id THEN awaited_id END,
    horizon = CASE WHEN end_id < awaited_id THEN horizon END;
  RETURN written;
END
$$;
