-- Adds the sums of all days up to now, from those of hours. A call of the former functions that began before the two last
-- migrations, and waited for a lock, wrote no days: it ends before this gets the same lock. Commits after each partner, because
-- whoever changes an old card transaction waits for the row of card_sums_end. Can be run again.
DO $$
DECLARE
  partner text;
BEGIN
  FOR partner IN SELECT id FROM partners ORDER BY id LOOP
    PERFORM before_id FROM wallet_sums_end FOR UPDATE;
    INSERT INTO wallet_day_sums (partner_id, starts_at, category, amount_micro_usd)
      SELECT partner_id, date_trunc('day', starts_at, 'UTC'), category, sum(amount_micro_usd)
      FROM wallet_hour_sums WHERE partner_id = partner GROUP BY 1, 2, 3
      ON CONFLICT (partner_id, starts_at, category) DO UPDATE SET amount_micro_usd = excluded.amount_micro_usd;
    COMMIT;
    PERFORM before_at FROM card_sums_end FOR UPDATE;
    INSERT INTO card_day_sums (partner_id, starts_at, kind, n, amount_micro_usd)
      SELECT partner_id, date_trunc('day', starts_at, 'UTC'), kind, sum(n), sum(amount_micro_usd)
      FROM card_sums WHERE partner_id = partner AND minutes = 60 GROUP BY 1, 2, 3
      ON CONFLICT (partner_id, starts_at, kind) DO UPDATE SET n = excluded.n, amount_micro_usd = excluded.amount_micro_usd;
    COMMIT;
  END LOOP;
END
$$;
