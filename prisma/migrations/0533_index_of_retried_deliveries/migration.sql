-- Finds and counts the deliveries that wait for a retry, without those that wait for their first attempt.
CREATE INDEX CONCURRENTLY webhook_deliveries_retried_idx ON webhook_deliveries(partner_id, event_id)
  WHERE status = 'pending' AND failures > 0;
