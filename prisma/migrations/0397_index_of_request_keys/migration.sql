-- Each Create Card counts the cards that were created with its key before.
CREATE INDEX CONCURRENTLY cards_request_key_idx ON cards(request_key);
