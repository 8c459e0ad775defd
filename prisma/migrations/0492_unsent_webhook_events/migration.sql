-- The events that were not sent are found by an index. Until now each count and each page of them looked for the delivery of
-- every event of the partner. The next migrations build the index, and find the events of before.
ALTER TABLE webhook_events ADD COLUMN is_sent boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN webhook_events.is_sent IS 'False while no delivery was made of it. Only the lists of such events read it, and they look for a delivery too: a version that does not know the column may have made one.';

-- Stores webhook events with their sequence numbers, and a delivery for each that the partner's endpoint subscribes to.
-- The caller holds a lock on the resource of each event; should two still meet, the unique sequence number refuses the
-- second one, and it is decided again.
CREATE OR REPLACE FUNCTION public.commit_events(added jsonb) RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  WITH inserted AS (
    INSERT INTO webhook_events (id, partner_id, type, resource_id, body, created_at, is_test, sequence, is_sent)
    SELECT r.id, r.partner_id, r.type, r.resource_id, r.body, r.created_at, coalesce(r.is_test, false),
      coalesce((SELECT max(e.sequence) FROM webhook_events e
        WHERE e.partner_id = r.partner_id AND e.resource_id = r.resource_id), 0)
      + row_number() OVER (PARTITION BY r.partner_id, r.resource_id ORDER BY r.id),
      EXISTS (SELECT FROM webhook_endpoints p WHERE p.partner_id = r.partner_id AND p.url IS NOT NULL
        AND (r.is_test OR p.events && ARRAY['*', r.type]))
    FROM jsonb_populate_recordset(NULL::webhook_events, added) r
    RETURNING *
  )
  INSERT INTO webhook_deliveries (event_id, partner_id, resource_id, sequence, status, due_at, created_at)
  SELECT i.id, i.partner_id, i.resource_id, i.sequence, 'pending', now(), i.created_at
  FROM inserted i WHERE i.is_sent;
$$;

-- Notes that deliveries of events were made after their creation. The application may change nothing else of an event.
CREATE OR REPLACE FUNCTION public.mark_webhook_events_sent(ids text[]) RETURNS void LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  UPDATE webhook_events SET is_sent = true WHERE id = ANY (ids) AND NOT is_sent
$$;

REVOKE EXECUTE ON FUNCTION public.mark_webhook_events_sent(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.mark_webhook_events_sent(text[]) TO partner_wallet_app;
