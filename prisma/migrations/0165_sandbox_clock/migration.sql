-- The sandbox clock of a partner, which only goes forward, and the expiry of holds at the sandbox:
-- docs/decisions/0073-sandbox-clock.md

-- At most ten years of 365 days.
ALTER TABLE partners ADD COLUMN clock_offset_s integer NOT NULL DEFAULT 0
  CONSTRAINT partners_clock_offset CHECK (clock_offset_s BETWEEN 0 AND 315360000);

CREATE TABLE partner_clock_advances (
  partner_id text NOT NULL,
  advanced_at timestamptz(3) NOT NULL,
  offset_s integer NOT NULL,
  CONSTRAINT partner_clock_advances_pkey PRIMARY KEY (partner_id, advanced_at),
  CONSTRAINT partner_clock_advances_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT partner_clock_advances_offset CHECK (offset_s > 0)
);

-- The open holds of a partner, the oldest first. Nothing else reads by this condition.
CREATE INDEX card_transactions_open_holds ON card_transactions (partner_id, created_at) WHERE held_micro_usd > 0;

CREATE TRIGGER clock_goes_forward BEFORE UPDATE OF clock_offset_s ON partners FOR EACH ROW
  WHEN (NEW.clock_offset_s < OLD.clock_offset_s) EXECUTE FUNCTION refuse_fixed_change();

GRANT SELECT, INSERT ON partner_clock_advances TO partner_wallet_app;

-- The time by which the sandbox clock of a partner was advanced after an instant; zero for a partner that never did.
-- Source: docs/decisions/0073-sandbox-clock.md
CREATE OR REPLACE FUNCTION public.clock_advanced_since(partner text, since timestamptz) RETURNS interval LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN p.clock_offset_s = 0 THEN interval '0' ELSE
    (p.clock_offset_s - coalesce((SELECT a.offset_s FROM partner_clock_advances a
      WHERE a.partner_id = p.id AND a.advanced_at <= since ORDER BY a.advanced_at DESC LIMIT 1), 0))
    * interval '1 second' END
  FROM partners p WHERE p.id = partner
$$;

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
