-- Adds to the sums of cards, per quarter of an hour, hour and day of UTC, the rows created before an instant: those of one
-- day at most in a call, counted from the oldest that is not summed, so that a call is short. The instant is at least five
-- minutes ago, so that each row before it is committed; a row that comes later with such a time is added by
-- sum_changed_card_row.
CREATE OR REPLACE FUNCTION public.sum_cards(until_at timestamptz, OUT written bigint, OUT is_done boolean) LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  until_safe timestamptz := least(until_at, clock_timestamp() - interval '5 minutes');
  first_at timestamptz;
  oldest_at timestamptz;
BEGIN
  SELECT before_at INTO STRICT first_at FROM card_sums_end FOR UPDATE;
  written := 0;
  is_done := true;
  IF until_safe <= first_at THEN
    RETURN;
  END IF;
  SELECT min(r.created_at) INTO oldest_at FROM partners p CROSS JOIN LATERAL (
    (SELECT t.created_at FROM card_transactions t WHERE t.partner_id = p.id AND t.created_at >= first_at ORDER BY t.created_at LIMIT 1)
    UNION ALL
    (SELECT c.created_at FROM cards c WHERE c.partner_id = p.id AND c.created_at >= first_at ORDER BY c.created_at LIMIT 1)) r;
  IF oldest_at + interval '1 day' < until_safe THEN
    until_safe := oldest_at + interval '1 day';
    is_done := false;
  END IF;
  WITH quarters AS MATERIALIZED (
    SELECT p.id AS partner_id, date_bin('15 minutes', r.created_at, 'epoch') AS starts_at, r.kind, count(*) AS n, sum(r.amount) AS amount
    FROM partners p CROSS JOIN LATERAL (
        SELECT t.created_at, card_sum_kind(t.category, t.status, t.declined_reason) AS kind, t.amount_micro_usd AS amount
        FROM card_transactions t WHERE t.partner_id = p.id AND t.created_at >= first_at AND t.created_at < until_safe
        UNION ALL SELECT c.created_at, 'card', 0
        FROM cards c WHERE c.partner_id = p.id AND c.created_at >= first_at AND c.created_at < until_safe) r
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
  UPDATE card_sums_end SET before_at = until_safe;
END
$$;
