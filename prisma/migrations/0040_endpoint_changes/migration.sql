-- What a process has taken ahead for an endpoint is handed back the moment that the endpoint has another address or
-- secret, or is paused: it was taken with what was true then. Source: docs/decisions/0014-webhook-delivery.md
CREATE FUNCTION announce_endpoint_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('endpoint_changed', NEW.partner_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER announce AFTER UPDATE ON webhook_endpoints FOR EACH ROW
  WHEN ((OLD.url, OLD.paused_at) IS DISTINCT FROM (NEW.url, NEW.paused_at)) EXECUTE FUNCTION announce_endpoint_change();
CREATE TRIGGER announce AFTER INSERT ON webhook_secrets FOR EACH ROW EXECUTE FUNCTION announce_endpoint_change();
