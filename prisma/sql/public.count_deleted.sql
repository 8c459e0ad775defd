-- Trigger: subtracts a deleted row from the row counts of the lists.
CREATE OR REPLACE FUNCTION public.count_deleted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO row_counts AS c (scope, kind, slot, n)
    SELECT NEW.partner_id, s.kind, pg_backend_pid() % 8, -1
    FROM (VALUES (TG_TABLE_NAME), (TG_TABLE_NAME || ':' || OLD.status)) s (kind) ORDER BY s.kind
    ON CONFLICT (scope, kind, slot) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END
$$;
