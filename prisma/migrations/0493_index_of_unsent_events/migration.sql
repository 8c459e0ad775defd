-- Lists and counts the events that were not sent, and finds those that a replay sends.
CREATE INDEX CONCURRENTLY webhook_events_unsent_idx ON webhook_events(partner_id, id DESC) WHERE NOT is_sent;
