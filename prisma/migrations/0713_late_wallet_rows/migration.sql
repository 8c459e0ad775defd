-- A wallet transaction that was committed late, or inserted with the id of a clock that is behind, was in no sum of overviews: its id was
-- older than those already summed.

-- Returns what comes before every id of a kind that is made at an instant or later, and after all earlier ones: lib/kernel/ids.ts. One
-- expression: each new wallet transaction needs it, and a loop takes PL/pgSQL several times as long.
CREATE OR REPLACE FUNCTION public.first_id_at(prefix text, at timestamptz) RETURNS text LANGUAGE plpgsql IMMUTABLE
  SET search_path = public, pg_temp AS $$
DECLARE
  digits CONSTANT text := '0123456789abcdefghjkmnpqrstvwxyz';
  ms CONSTANT bigint := floor(extract(epoch FROM at) * 1000);
BEGIN
  RETURN prefix || '_' || substr(digits, ((ms >> 45) & 31)::integer + 1, 1) || substr(digits, ((ms >> 40) & 31)::integer + 1, 1)
    || substr(digits, ((ms >> 35) & 31)::integer + 1, 1) || substr(digits, ((ms >> 30) & 31)::integer + 1, 1)
    || substr(digits, ((ms >> 25) & 31)::integer + 1, 1) || substr(digits, ((ms >> 20) & 31)::integer + 1, 1)
    || substr(digits, ((ms >> 15) & 31)::integer + 1, 1) || substr(digits, ((ms >> 10) & 31)::integer + 1, 1)
    || substr(digits, ((ms >> 5) & 31)::integer + 1, 1) || substr(digits, ((ms >> 0) & 31)::integer + 1, 1);
END
$$;

-- Trigger: adds a wallet transaction to the sums of wallets when it comes with an id that is summed already, as of a process
-- whose clock is behind. It runs at the commit and locks the row of the end last, so that it waits for sum_wallets and
-- sum_wallets for it.
CREATE OR REPLACE FUNCTION public.sum_late_wallet_row() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  end_id text;
BEGIN
  SELECT before_id INTO STRICT end_id FROM wallet_sums_end FOR UPDATE;
  IF NEW.id >= end_id THEN
    RETURN NULL;
  END IF;
  INSERT INTO wallet_sums AS s (partner_id, starts_at, category, amount_micro_usd)
    VALUES (NEW.partner_id, date_bin('15 minutes', NEW.created_at, 'epoch'), NEW.category, NEW.amount_micro_usd)
    ON CONFLICT (partner_id, starts_at, category) DO UPDATE SET amount_micro_usd = s.amount_micro_usd + excluded.amount_micro_usd;
  INSERT INTO wallet_hour_sums AS s (partner_id, starts_at, category, amount_micro_usd)
    VALUES (NEW.partner_id, date_trunc('hour', NEW.created_at, 'UTC'), NEW.category, NEW.amount_micro_usd)
    ON CONFLICT (partner_id, starts_at, category) DO UPDATE SET amount_micro_usd = s.amount_micro_usd + excluded.amount_micro_usd;
  INSERT INTO wallet_day_sums AS s (partner_id, starts_at, category, amount_micro_usd)
    VALUES (NEW.partner_id, date_trunc('day', NEW.created_at, 'UTC'), NEW.category, NEW.amount_micro_usd)
    ON CONFLICT (partner_id, starts_at, category) DO UPDATE SET amount_micro_usd = s.amount_micro_usd + excluded.amount_micro_usd;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION public.sum_late_wallet_row() FROM PUBLIC;

ALTER TABLE wallet_sums_end ADD COLUMN awaited_id text, ADD COLUMN horizon xid8;
COMMENT ON COLUMN public.wallet_sums_end.awaited_id IS 'Becomes before_id once all transactions before the horizon have ended; null while nothing is awaited.';
COMMENT ON COLUMN public.wallet_sums_end.horizon IS 'The id of the transaction that stored awaited_id. Later ones insert no row before it that is not added as a late one.';
COMMENT ON TABLE public.wallet_sums IS 'The sums of a wallet''s transactions per quarter of an hour and category. Written only by sum_wallets and sum_late_wallet_row.';
COMMENT ON TABLE public.wallet_hour_sums IS 'The sums of a wallet''s transactions per hour and category. Written only by sum_wallets and sum_late_wallet_row.';
COMMENT ON TABLE public.wallet_day_sums IS 'The sums of a wallet''s transactions per day of UTC and category. Written only by sum_wallets and sum_late_wallet_row.';

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

-- Last: it locks the table against writers until the end of this migration.
CREATE CONSTRAINT TRIGGER late_row_is_summed AFTER INSERT ON wallet_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.id < first_id_at('txn', clock_timestamp() - interval '4 minutes'))
  EXECUTE FUNCTION sum_late_wallet_row();
