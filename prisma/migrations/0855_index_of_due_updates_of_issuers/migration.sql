-- Finds the longest due updates of an issuer, without reading those of a former issuer, which stay due.
CREATE INDEX CONCURRENTLY issuer_updates_issuer_due_at_idx ON issuer_updates(issuer, due_at) WHERE due_at IS NOT NULL;
