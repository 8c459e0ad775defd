-- Finds the withdrawals of a partner that count towards its payout limits in the minute in which a period begins, and those without the
-- time at which the database inserted them.
CREATE INDEX CONCURRENTLY withdrawals_counted_inserted_idx ON withdrawals(partner_id, inserted_at, created_at)
  WHERE status IN ('pending', 'approved', 'completed');
