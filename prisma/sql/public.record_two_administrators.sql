-- Trigger: records for good that two independent administrators exist, and from when both count. An operator whom the owner
-- of the tables made without an invitation, such as one of a test, records nothing.
CREATE OR REPLACE FUNCTION public.record_two_administrators() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT is_owner_of(TG_RELID) THEN
    INSERT INTO two_administrators (counts_from)
      SELECT l.counts_from FROM (SELECT min(p.approves_from) AS counts_from FROM people p
        WHERE p.partner_id IS NULL AND p.role = 'admin' AND p.disabled_at IS NULL GROUP BY line_of(p)) l
      ORDER BY 1 OFFSET 1 LIMIT 1
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
