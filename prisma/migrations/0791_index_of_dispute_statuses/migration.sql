-- Finds the disputes of a status in the order of the console's list. Without it the disputes of all statuses are read for a page.
CREATE INDEX CONCURRENTLY card_disputes_status_id_idx ON card_disputes(status, id DESC);
