-- Finds a partner's disputes of a status. Without it all disputes of the partner are read for a page of a rare status.
CREATE INDEX CONCURRENTLY card_disputes_partner_id_status_id_idx ON card_disputes(partner_id, status, id DESC);
