-- Finds the largest or smallest withdrawals of a partner and a status. Without it all of them are read and sorted for each page.
CREATE INDEX CONCURRENTLY withdrawals_partner_id_status_amount_micro_usd_id_idx ON withdrawals(partner_id, status, amount_micro_usd, id);
