-- Finds the withdrawals of the last 24 hours by the clock of the database, for the check of withdrawal_sums. Their ids have the time
-- of a process, and one whose clock was a day behind made the check miss its withdrawals. Older withdrawals have no such time.
CREATE INDEX CONCURRENTLY withdrawals_inserted_at_idx ON withdrawals(inserted_at) WHERE inserted_at IS NOT NULL;
