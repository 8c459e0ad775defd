-- Closes the days that have ended, and returns the first day that is not closed. A closed day gets no further journal: its
-- journals are all visible to every later snapshot. A posting takes its time before its transaction commits, so the end of
-- the day is not enough. This function first stores its own transaction id, five minutes after the end of the day. A
-- transaction that took its time within the day had an id by then, and so a smaller one: a statement is cancelled long
-- before five minutes have passed. The days are closed once all transactions with smaller ids have ended, also prepared ones.
-- A stored id that this server has not reached is of another server, from which the database was restored, and is replaced.
-- Source: docs/decisions/0092-verifiable-ledger.md
CREATE OR REPLACE FUNCTION ledger.close_days() RETURNS date LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  ended CONSTANT date := ((transaction_timestamp() - interval '5 minutes') AT TIME ZONE 'UTC')::date;
  stored ledger.days_end;
BEGIN
  SELECT * INTO STRICT stored FROM ledger.days_end FOR UPDATE;
  IF stored.horizon <= pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot()) THEN
    UPDATE ledger.days_end SET closed_before = awaited_before, awaited_before = NULL, horizon = NULL RETURNING * INTO stored;
  ELSIF stored.horizon > pg_catalog.pg_current_xact_id() THEN
    UPDATE ledger.days_end SET awaited_before = NULL, horizon = NULL RETURNING * INTO stored;
  END IF;
  IF stored.horizon IS NULL AND stored.closed_before < ended THEN
    UPDATE ledger.days_end SET awaited_before = ended, horizon = pg_catalog.pg_current_xact_id();
  END IF;
  RETURN stored.closed_before;
END
$$;
