-- Finds and counts the failed deliveries, and those that wait for a retry, in the order in which a replay sends them. The collation
-- keeps the primary key from being read for this order.
CREATE INDEX CONCURRENTLY webhook_deliveries_replay_idx ON webhook_deliveries(partner_id, status, event_id COLLATE "C")
  WHERE status = 'failed' OR status = 'pending' AND failures > 0;
