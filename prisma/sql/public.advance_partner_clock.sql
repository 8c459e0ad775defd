-- Advances the sandbox clock of a partner, and moves what waits for a time closer by as much. The partner's row is locked
-- first, so advances at the same time add up. Returns the total advance in seconds, or null if it would exceed the limit.
-- Source: docs/decisions/0073-sandbox-clock.md
CREATE OR REPLACE FUNCTION public.advance_partner_clock(partner text, advance_s integer, max_total_s integer, at timestamptz)
  RETURNS integer LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  total_s integer;
  advance CONSTANT interval := advance_s * interval '1 second';
BEGIN
  IF EXISTS (SELECT FROM service_environment WHERE environment = 'production') THEN
    RAISE EXCEPTION 'production has no sandbox clock' USING ERRCODE = 'PW003';
  END IF;
  UPDATE partners SET clock_offset_s = clock_offset_s + advance_s
    WHERE id = partner AND clock_offset_s <= max_total_s - advance_s RETURNING clock_offset_s INTO total_s;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  -- The clocks of processes differ by milliseconds, but the advances of a partner are in order.
  INSERT INTO partner_clock_advances (partner_id, advanced_at, offset_s)
    SELECT partner, greatest(at, max(a.advanced_at) + interval '1 millisecond'), total_s
    FROM partner_clock_advances a WHERE a.partner_id = partner;
  UPDATE api_keys SET expires_at = expires_at - advance WHERE partner_id = partner AND expires_at > at;
  -- In the order in which attempts are recorded. A delivery under a lease has an attempt in flight and keeps its time.
  UPDATE webhook_deliveries d SET due_at = greatest(d.due_at - advance, now())
    WHERE d.event_id = ANY (ARRAY(SELECT event_id FROM webhook_deliveries
        WHERE partner_id = partner AND status = 'pending' AND due_at > now() AND lease_id IS NULL
        ORDER BY event_id FOR UPDATE));
  UPDATE webhook_endpoints SET failing_since = failing_since - advance
    WHERE partner_id = partner AND failing_since IS NOT NULL;
  UPDATE webhook_secrets SET expires_at = expires_at - advance WHERE partner_id = partner AND expires_at > at;
  RETURN total_s;
END
$$;
