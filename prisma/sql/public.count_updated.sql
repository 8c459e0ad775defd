-- Trigger: moves a row whose status changed from one row count of the lists to another.
CREATE OR REPLACE FUNCTION public.count_updated() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO row_counts AS c (scope, kind, slot, n)
    SELECT NEW.partner_id, TG_TABLE_NAME || ':' || s.status, pg_backend_pid() % 8, s.n
    FROM (VALUES (OLD.status, -1), (NEW.status, 1)) s (status, n) ORDER BY s.status
    ON CONFLICT (scope, kind, slot) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END
$$;
