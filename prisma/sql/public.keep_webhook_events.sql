-- Keeps events from being purged until the end of the transaction, and returns those that are still there. A delivery that was
-- stored while its event is purged would stay without one: it is never sent, and the resource's later events wait for it.
CREATE OR REPLACE FUNCTION public.keep_webhook_events(ids text[]) RETURNS SETOF text LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT id FROM webhook_events WHERE id = ANY (ids) ORDER BY id FOR KEY SHARE
$$;
