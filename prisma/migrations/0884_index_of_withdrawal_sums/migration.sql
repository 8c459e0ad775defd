-- Finds the sums of the last 24 hours, for their check: the older ones stay.
CREATE INDEX CONCURRENTLY withdrawal_sums_starts_at_idx ON withdrawal_sums(starts_at);
