-- Notes that deliveries of events were made after their creation. The application may change nothing else of an event.
CREATE OR REPLACE FUNCTION public.mark_webhook_events_sent(ids text[]) RETURNS void LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  UPDATE webhook_events SET is_sent = true WHERE id = ANY (ids) AND NOT is_sent
$$;
