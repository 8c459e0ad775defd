-- Sums the deposits and sweeps from before the triggers. An address that has a balance already got all of them from the trigger. In
-- the order in which the trigger locks rows.
INSERT INTO unswept_balances (chain, token, address, amount_micro_usd)
  SELECT chain, token, address, sum(amount) FROM (
    SELECT chain, token, to_address AS address, amount_micro_usd AS amount FROM deposits
    UNION ALL SELECT chain, token, from_address, -amount_micro_usd FROM sweeps WHERE status <> 'expired') moved
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT DO NOTHING;
