-- The payout limits read sums per minute and withdrawals_counted_inserted_idx.
DROP INDEX CONCURRENTLY withdrawals_counted_idx;
