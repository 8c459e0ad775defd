-- Finds the users of a status in the order of their emails. Without it all users of the partner are read for a page of a rare status.
CREATE INDEX CONCURRENTLY users_status_email_idx ON users(partner_id, status, email_key text_pattern_ops, id) WHERE deleted_at IS NULL;
