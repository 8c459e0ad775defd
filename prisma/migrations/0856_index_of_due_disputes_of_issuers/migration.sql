-- Finds the longest due disputes of an issuer, without reading those of a former issuer, which stay due.
CREATE INDEX CONCURRENTLY card_disputes_issuer_due_at_idx ON card_disputes(issuer, due_at) WHERE due_at IS NOT NULL;
