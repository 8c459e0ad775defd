-- Each read of a webhook endpoint counts the deliveries that failed in the last 24 hours, without reading all older ones.
CREATE INDEX CONCURRENTLY webhook_deliveries_failed_idx ON webhook_deliveries(partner_id, completed_at) WHERE status = 'failed';
