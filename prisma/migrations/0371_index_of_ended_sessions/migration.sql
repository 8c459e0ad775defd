-- The retention finds sessions that ended long ago without reading all of them. Source: docs/decisions/0119-retention.md
CREATE INDEX CONCURRENTLY sessions_expires_at_idx ON sessions(expires_at);
