-- Finds the wallet transactions of some days, whose sums the daily check of the books compares. They lie in the order of their times,
-- so a summary of each range of pages is enough.
CREATE INDEX CONCURRENTLY wallet_transactions_created_at_idx ON wallet_transactions USING brin (created_at)
  WITH (pages_per_range = 32, autosummarize = on);
