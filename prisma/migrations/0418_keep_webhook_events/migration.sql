-- A resend or a replay at the moment at which its event was purged stored a delivery without an event, which blocked later events.

-- Keeps events from being purged until the end of the transaction, and returns those that are still there. A delivery that was
-- stored while its event is purged would stay without one: it is never sent, and the resource's later events wait for it.
CREATE OR REPLACE FUNCTION public.keep_webhook_events(ids text[]) RETURNS SETOF text LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT id FROM webhook_events WHERE id = ANY (ids) ORDER BY id FOR KEY SHARE
$$;

REVOKE EXECUTE ON FUNCTION public.keep_webhook_events(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.keep_webhook_events(text[]) TO partner_wallet_app;

-- Such deliveries were never tried.
DELETE FROM public.webhook_deliveries d WHERE d.status = 'pending'
  AND NOT EXISTS (SELECT FROM public.webhook_events e WHERE e.id = d.event_id);
