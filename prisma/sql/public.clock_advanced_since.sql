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
