-- From now on cards are also summed by day of UTC (docs/decisions/0075-sums-of-cards.md), in a table of its own: the audit of the
-- former version compares all rows of card_sums. The next migration adds the days before.
CREATE TABLE card_day_sums (
  partner_id text NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  kind text NOT NULL,
  n bigint NOT NULL,
  amount_micro_usd bigint NOT NULL,
  CONSTRAINT card_day_sums_pkey PRIMARY KEY (partner_id, starts_at, kind)
) WITH (fillfactor=80);

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

-- Trigger: corrects the sums of cards when a row that they contain changes, or when a row comes late. It runs at the
-- commit and locks the row of the end last, so that it waits for sum_cards and sum_cards for it.
CREATE OR REPLACE FUNCTION public.sum_changed_card_row() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  end_at timestamptz;
BEGIN
  SELECT before_at INTO STRICT end_at FROM card_sums_end FOR UPDATE;
  IF NEW.created_at >= end_at THEN
    RETURN NULL;
  END IF;
  IF TG_TABLE_NAME = 'cards' THEN
    INSERT INTO card_day_sums AS s (partner_id, starts_at, kind, n, amount_micro_usd)
      VALUES (NEW.partner_id, date_trunc('day', NEW.created_at, 'UTC'), 'card', 1, 0)
      ON CONFLICT (partner_id, starts_at, kind) DO UPDATE SET n = s.n + excluded.n;
    INSERT INTO card_sums AS s (partner_id, minutes, starts_at, kind, n, amount_micro_usd)
      SELECT NEW.partner_id, w.minutes, date_bin(make_interval(mins => w.minutes), NEW.created_at, 'epoch'), 'card', 1, 0
      FROM (VALUES (15), (60)) w (minutes)
      ON CONFLICT (partner_id, minutes, starts_at, kind) DO UPDATE SET n = s.n + excluded.n;
  ELSE
    INSERT INTO card_day_sums AS s (partner_id, starts_at, kind, n, amount_micro_usd)
      SELECT NEW.partner_id, date_trunc('day', NEW.created_at, 'UTC'), d.kind, sum(d.n), sum(d.amount)
      FROM (VALUES
          (card_sum_kind(OLD.category, OLD.status, OLD.declined_reason), -1, -OLD.amount_micro_usd),
          (card_sum_kind(NEW.category, NEW.status, NEW.declined_reason), 1, NEW.amount_micro_usd)) d (kind, n, amount)
      WHERE d.kind IS NOT NULL GROUP BY 3
      ON CONFLICT (partner_id, starts_at, kind) DO UPDATE
        SET n = s.n + excluded.n, amount_micro_usd = s.amount_micro_usd + excluded.amount_micro_usd;
    INSERT INTO card_sums AS s (partner_id, minutes, starts_at, kind, n, amount_micro_usd)
      SELECT NEW.partner_id, w.minutes, date_bin(make_interval(mins => w.minutes), NEW.created_at, 'epoch'), d.kind, sum(d.n), sum(d.amount)
      FROM (VALUES
          (card_sum_kind(OLD.category, OLD.status, OLD.declined_reason), -1, -OLD.amount_micro_usd),
          (card_sum_kind(NEW.category, NEW.status, NEW.declined_reason), 1, NEW.amount_micro_usd)) d (kind, n, amount)
        CROSS JOIN (VALUES (15), (60)) w (minutes)
      WHERE d.kind IS NOT NULL GROUP BY 1, 2, 3, 4
      ON CONFLICT (partner_id, minutes, starts_at, kind) DO UPDATE
        SET n = s.n + excluded.n, amount_micro_usd = s.amount_micro_usd + excluded.amount_micro_usd;
  END IF;
  RETURN NULL;
END
$$;

GRANT SELECT ON card_day_sums TO partner_wallet_app;
COMMENT ON TABLE public.card_day_sums IS 'The number and the sum of a partner''s card transactions and new cards per day of UTC and kind. Written only by sum_cards and sum_changed_card_row.';
COMMENT ON COLUMN public.card_day_sums.partner_id IS 'The partner that the row belongs to; null where it belongs to none.';
COMMENT ON COLUMN public.card_day_sums.starts_at IS 'The beginning of the period that the row sums.';
COMMENT ON COLUMN public.card_day_sums.kind IS 'spend, reversed, declined:<reason>, refund, fee or card';
COMMENT ON COLUMN public.card_day_sums.n IS 'The number.';
COMMENT ON COLUMN public.card_day_sums.amount_micro_usd IS 'Amount in micro-USD (a millionth of a US dollar).';
