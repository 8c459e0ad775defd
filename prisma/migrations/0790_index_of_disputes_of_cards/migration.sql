-- Finds the disputes of a card. Without it a search for a card reads all disputes of the partner, and in the console all disputes.
CREATE INDEX CONCURRENTLY card_disputes_card_id_idx ON card_disputes(card_id);
