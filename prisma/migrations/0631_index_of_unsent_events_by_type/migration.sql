-- Finds the unsent events of a type that a replay sends.
CREATE INDEX CONCURRENTLY webhook_events_unsent_type_idx ON webhook_events(partner_id, type, id DESC) WHERE NOT is_sent;
