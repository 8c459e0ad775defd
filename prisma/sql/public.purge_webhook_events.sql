-- Deletes the oldest webhook events with ids from `after_id` to before `before_id`, with their deliveries and attempts, and takes
-- them out of the row counts of the lists. An event that is still delivered stays, and so does every event of the last week,
-- and one whose delivery ended within 30 days: the partner can see how, and send it again. The newest event of a user
-- stays, so that the next one has a higher sequence: an identity check can end after years. Returns the number of deleted
-- events, at most `max_rows`. Source: docs/decisions/0119-retention.md
CREATE OR REPLACE FUNCTION public.purge_webhook_events(before_id text, max_rows integer, after_id text DEFAULT '') RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  old text[];
  attempts_gone jsonb;
  events_gone jsonb;
BEGIN
  old := ARRAY(SELECT e.id FROM webhook_events e
    WHERE e.id >= after_id AND e.id < before_id AND e.created_at < now() - interval '7 days'
      AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.event_id = e.id
        AND (d.status = 'pending' OR d.completed_at > now() - interval '30 days'))
      AND (e.resource_id NOT LIKE 'usr\_%' OR EXISTS (SELECT FROM webhook_events later
        WHERE later.partner_id = e.partner_id AND later.resource_id = e.resource_id AND later.sequence > e.sequence))
    ORDER BY e.id LIMIT max_rows FOR UPDATE OF e SKIP LOCKED);
  -- A resend makes a delivery pending under its lock.
  PERFORM FROM webhook_deliveries WHERE event_id = ANY (old) ORDER BY event_id FOR UPDATE;
  old := ARRAY(SELECT id FROM unnest(old) o (id)
    WHERE NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.event_id = o.id AND d.status = 'pending'));
  WITH gone AS (DELETE FROM webhook_attempts a USING webhook_events e
    WHERE e.id = ANY (old) AND a.partner_id = e.partner_id AND a.event_id = e.id RETURNING a.partner_id)
  SELECT jsonb_object_agg(partner_id, n) INTO attempts_gone FROM (SELECT partner_id, count(*) n FROM gone GROUP BY 1) g;
  DELETE FROM webhook_deliveries WHERE event_id = ANY (old);
  WITH gone AS (DELETE FROM webhook_events WHERE id = ANY (old) RETURNING partner_id)
  SELECT jsonb_object_agg(partner_id, n) INTO events_gone FROM (SELECT partner_id, count(*) n FROM gone GROUP BY 1) g;
  -- The counters are the last rows that a transaction locks, in the order of their keys.
  INSERT INTO row_counts AS c (scope, kind, slot, n)
    SELECT g.key, g.kind, pg_backend_pid() % 8, -g.value::bigint
    FROM (SELECT key, value, 'webhook_events' AS kind FROM jsonb_each_text(events_gone)
      UNION ALL SELECT key, value, 'webhook_attempts' FROM jsonb_each_text(attempts_gone)) g ORDER BY 1, 2
    ON CONFLICT (scope, kind, slot) DO UPDATE SET n = c.n + excluded.n;
  RETURN cardinality(old);
END
$$;
