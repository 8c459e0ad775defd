-- Trigger: tells every process that a webhook endpoint has another address or secret, or is paused, so that each returns
-- the deliveries that it has leased. Source: docs/decisions/0014-webhook-delivery.md
CREATE OR REPLACE FUNCTION public.announce_endpoint_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('endpoint_changed', NEW.partner_id);
  RETURN NULL;
END
$$;
