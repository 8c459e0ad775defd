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
