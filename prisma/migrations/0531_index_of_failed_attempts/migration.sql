-- Lists and counts the requests to a webhook endpoint that failed, without reading those that succeeded.
CREATE INDEX CONCURRENTLY webhook_attempts_failed_idx ON webhook_attempts(partner_id, id DESC) WHERE NOT succeeded;
