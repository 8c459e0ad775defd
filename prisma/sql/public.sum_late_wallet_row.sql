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
