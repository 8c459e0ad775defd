-- Finds the withdrawals that count towards a partner's payout limits. The index of the partner and the time also has those that were
-- cancelled, rejected or failed: any number of them was read under the lock of the wallet, whatever the limit was.
CREATE INDEX CONCURRENTLY withdrawals_counted_idx ON withdrawals(partner_id, created_at)
  WHERE status IN ('pending', 'approved', 'completed');
