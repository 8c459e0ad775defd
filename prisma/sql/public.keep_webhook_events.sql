-- Keeps events from being purged until the end of the transaction, and returns them. One that is being purged is left out: a delivery
-- of it would stay without an event, never be sent, and hold up the later events of the resource. To wait for the purge could
-- deadlock, as it locks the deliveries after the events.
CREATE OR REPLACE FUNCTION public.keep_webhook_events(ids text[]) RETURNS SETOF text LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT id FROM webhook_events WHERE id = ANY (ids) ORDER BY id FOR KEY SHARE SKIP LOCKED
$$;
