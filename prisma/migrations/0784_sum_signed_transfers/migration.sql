-- Adds the sweeps and payouts from before the triggers: to the list those that it lacks, and to each sum what it lacks. Transfers of
-- concurrent transactions are added by the triggers, before or after.
INSERT INTO unplaced_transfers (chain, id)
  SELECT t.chain, t.id FROM (
    SELECT chain, id FROM sweeps WHERE status <> 'expired'
    UNION ALL SELECT p.chain, p.withdrawal_id FROM payouts p JOIN withdrawals w ON w.id = p.withdrawal_id WHERE w.status <> 'failed') t
  WHERE NOT EXISTS (SELECT FROM relayer_transactions r
    WHERE r.purpose_id = t.id AND r.chain = t.chain AND r.status = 'mined' AND r.block_number IS NOT NULL)
  ORDER BY 1, 2 ON CONFLICT DO NOTHING;

INSERT INTO treasury_sums AS s (chain, token_address, address, amount_micro_usd)
  SELECT chain, token_address, address, sum(amount) FROM (
    SELECT chain, token_address, to_address AS address, CASE WHEN status <> 'expired' THEN amount_micro_usd ELSE 0 END AS amount FROM sweeps
    UNION ALL SELECT p.chain, p.token_address, p.from_address, CASE WHEN w.status <> 'failed' THEN -p.amount_micro_usd ELSE 0 END
    FROM payouts p JOIN withdrawals w ON w.id = p.withdrawal_id
    UNION ALL SELECT chain, token_address, address, -amount_micro_usd FROM treasury_sums) moved
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (chain, token_address, address) DO UPDATE SET amount_micro_usd = s.amount_micro_usd + excluded.amount_micro_usd;
