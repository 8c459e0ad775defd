-- Adds to the sums of cards, per quarter of an hour, hour and day of UTC, the rows created before an instant: those of one
-- day at most in a call, counted from the oldest that is not summed, so that a call is short. By the clock of the database it leaves
-- out the last five minutes: a row is inserted within minutes after its time. Its commit can come later, as nothing ends one that
-- waits for a standby. So this function first stores its own transaction id, as sum_wallets does, and sums nothing until all
-- transactions with smaller ids have ended: a later call goes on. A stored id that this server has not reached is of another server,
-- from which the database was restored, and is replaced. A row that is inserted later with such a time is added by
-- sum_changed_card_row.
CREATE OR REPLACE FUNCTION public.sum_cards(until_at timestamptz, OUT written bigint, OUT is_done boolean) LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  -- Of the beginning of this transaction: those with larger ids insert their rows after it.
  until_safe CONSTANT timestamptz := least(until_at, now() - interval '5 minutes');
  stored card_sums_end;
  oldest_at timestamptz;
  end_at timestamptz;
BEGIN
  -- Any other transaction would sum rows as they were before it had the lock.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'cards are summed in READ COMMITTED transactions only' USING ERRCODE = 'PW003';
  END IF;
  SELECT * INTO STRICT stored FROM card_sums_end FOR UPDATE;
  written := 0;
  is_done := true;
  IF until_safe <= stored.before_at THEN
    RETURN;
  END IF;
  IF stored.horizon IS NULL OR stored.horizon > pg_current_xact_id() OR stored.awaited_at > until_safe THEN
    UPDATE card_sums_end SET awaited_at = until_safe, horizon = pg_current_xact_id() RETURNING * INTO stored;
  END IF;
  IF stored.horizon > pg_snapshot_xmin(pg_current_snapshot()) THEN
    RETURN;
  END IF;
  SELECT min(r.created_at) INTO oldest_at FROM partners p CROSS JOIN LATERAL (
    (SELECT t.created_at FROM card_transactions t WHERE t.partner_id = p.id AND t.created_at >= stored.before_at ORDER BY t.created_at LIMIT 1)
    UNION ALL
    (SELECT c.created_at FROM cards c WHERE c.partner_id = p.id AND c.created_at >= stored.before_at ORDER BY c.created_at LIMIT 1)) r;
  end_at := least(stored.awaited_at, oldest_at + interval '1 day');
  is_done := end_at = stored.awaited_at;
  WITH quarters AS MATERIALIZED (
    SELECT p.id AS partner_id, date_bin('15 minutes', r.created_at, 'epoch') AS starts_at, r.kind, count(*) AS n, sum(r.amount) AS amount
    FROM partners p CROSS JOIN LATERAL (
        SELECT t.created_at, card_sum_kind(t.category, t.status, t.declined_reason) AS kind, t.amount_micro_usd AS amount
        FROM card_transactions t WHERE t.partner_id = p.id AND t.created_at >= stored.before_at AND t.created_at < end_at
        UNION ALL SELECT c.created_at, 'card', 0
        FROM cards c WHERE c.partner_id = p.id AND c.created_at >= stored.before_at AND c.created_at < end_at) r
    WHERE r.kind IS NOT NULL GROUP BY 1, 2, 3
  ), days AS (
    INSERT INTO card_day_sums AS s (partner_id, starts_at, kind, n, amount_micro_usd)
      SELECT partner_id, date_trunc('day', starts_at, 'UTC'), kind, sum(n), sum(amount) FROM quarters GROUP BY 1, 2, 3
      ON CONFLICT (partner_id, starts_at, kind) DO UPDATE
        SET n = s.n + excluded.n, amount_micro_usd = s.amount_micro_usd + excluded.amount_micro_usd
  )
  INSERT INTO card_sums AS s (partner_id, minutes, starts_at, kind, n, amount_micro_usd)
    SELECT partner_id, w.minutes, date_bin(make_interval(mins => w.minutes), starts_at, 'epoch'), kind, sum(n), sum(amount)
    FROM quarters CROSS JOIN (VALUES (15), (60)) w (minutes) GROUP BY 1, 2, 3, 4
    ON CONFLICT (partner_id, minutes, starts_at, kind) DO UPDATE
      SET n = s.n + excluded.n, amount_micro_usd = s.amount_micro_usd + excluded.amount_micro_usd;
  GET DIAGNOSTICS written = ROW_COUNT;
  UPDATE card_sums_end SET before_at = end_at, awaited_at = CASE WHEN end_at < awaited_at THEN awaited_at END,
    horizon = CASE WHEN end_at < awaited_at THEN horizon END;
END
$$;
