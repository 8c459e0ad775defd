-- The partner's lists of withdrawals and deposits are filtered by status, time and amount, which the index of their order
-- holds too, so that a filtered list is counted by the index alone. Source: docs/decisions/0024-filters-and-files.md
DROP INDEX withdrawals_partner_id_id_idx;
CREATE INDEX withdrawals_partner_id_id_idx ON withdrawals(partner_id, id DESC)
  INCLUDE (status, amount_micro_usd, created_at);
DROP INDEX deposits_partner_id_id_idx;
CREATE INDEX deposits_partner_id_id_idx ON deposits(partner_id, id DESC) INCLUDE (amount_micro_usd, created_at);
-- A withdrawal is found by the transaction that paid it out.
CREATE INDEX withdrawals_partner_id_tx_hash_idx ON withdrawals(partner_id, tx_hash) WHERE tx_hash IS NOT NULL;
