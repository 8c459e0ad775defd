-- Trigger: adds inserted rows to the row counts of the lists. One counter is in eight rows, chosen by connection, so
-- that concurrent writers seldom wait for each other.
CREATE OR REPLACE FUNCTION public.count_inserted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'card_transactions' THEN
    INSERT INTO row_counts AS c (scope, kind, slot, n)
      SELECT s.scope, TG_TABLE_NAME, pg_backend_pid() % 8, count(*)
      FROM new_rows r, LATERAL (VALUES (r.card_id), (r.partner_id)) s (scope) GROUP BY 1 ORDER BY 1
      ON CONFLICT (scope, kind, slot) DO UPDATE SET n = c.n + excluded.n;
  ELSIF TG_TABLE_NAME IN ('users', 'cards', 'withdrawals') THEN
    INSERT INTO row_counts AS c (scope, kind, slot, n)
      SELECT r.partner_id, s.kind, pg_backend_pid() % 8, count(*)
      FROM new_rows r, LATERAL (VALUES (TG_TABLE_NAME), (TG_TABLE_NAME || ':' || r.status)) s (kind) GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (scope, kind, slot) DO UPDATE SET n = c.n + excluded.n;
  ELSE
    INSERT INTO row_counts AS c (scope, kind, slot, n)
      SELECT partner_id, TG_TABLE_NAME, pg_backend_pid() % 8, count(*) FROM new_rows GROUP BY 1 ORDER BY 1
      ON CONFLICT (scope, kind, slot) DO UPDATE SET n = c.n + excluded.n;
  END IF;
  RETURN NULL;
END
$$;
