-- Finds the users of a status in the order of their names. Without it all users of the partner are read for a page of a rare status.
CREATE INDEX CONCURRENTLY users_status_name_idx
  ON users(partner_id, status, search_key(first_name || ' ' || last_name) text_pattern_ops, id) WHERE deleted_at IS NULL;
