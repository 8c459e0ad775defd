-- Finds the unsent events of a type in the order in which a replay sends them. The collation keeps the primary key from being read
-- for this order.
CREATE INDEX CONCURRENTLY webhook_events_replay_idx ON webhook_events(partner_id, type, id COLLATE "C") WHERE NOT is_sent;
