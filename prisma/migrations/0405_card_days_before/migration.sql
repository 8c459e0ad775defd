-- Sums of days of the cards, from those of hours. Commits after each partner, because whoever changes an old card transaction
-- waits for the row of card_sums_end. It can be interrupted and run again.
DO $$
DECLARE
  partner text;
BEGIN
  FOR partner IN SELECT id FROM partners ORDER BY id LOOP
    PERFORM before_at FROM card_sums_end FOR UPDATE;
    INSERT INTO card_sums (partner_id, minutes, starts_at, kind, n, amount_micro_usd)
      SELECT partner_id, 1440, date_trunc('day', starts_at, 'UTC'), kind, sum(n), sum(amount_micro_usd)
      FROM card_sums WHERE partner_id = partner AND minutes = 60 GROUP BY 1, 3, 4
      ON CONFLICT (partner_id, minutes, starts_at, kind) DO UPDATE SET n = excluded.n, amount_micro_usd = excluded.amount_micro_usd;
    COMMIT;
  END LOOP;
  ALTER TABLE card_sums VALIDATE CONSTRAINT card_sums_minutes;
END
$$;
