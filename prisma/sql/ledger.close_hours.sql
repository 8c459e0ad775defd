-- Writes the balances at the end of each hour that has ended, and returns how many rows it wrote: those of one day at most
-- in a call, counted from the first that is not written, so that a call is short. It leaves out the last five minutes: a
-- posting takes its time under its locks, and its statement is cancelled long before five minutes have passed. Its commit is not
-- cancelled while it waits for a standby or for a disk. So this function first stores its own transaction id, as
-- ledger.close_days does, and writes nothing until all transactions with smaller ids have ended: a later call goes on.
-- A stored id that this server has not reached is of another server, from which the database was restored, and is replaced.
CREATE OR REPLACE FUNCTION ledger.close_hours() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  stored ledger.hours_end;
  first timestamptz;
  last timestamptz := date_trunc('hour', clock_timestamp() - interval '5 minutes', 'UTC');
  written bigint;
BEGIN
  SELECT * INTO STRICT stored FROM ledger.hours_end FOR UPDATE;
  IF last <= stored.ended_at THEN
    RETURN 0;
  END IF;
  -- Hours beyond the present end were awaited before the clock was set back: they can get postings again.
  IF stored.horizon IS NULL OR stored.horizon > pg_catalog.pg_current_xact_id() OR stored.awaited_at > last THEN
    UPDATE ledger.hours_end SET awaited_at = last, horizon = pg_catalog.pg_current_xact_id() RETURNING * INTO stored;
  END IF;
  IF stored.horizon > pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot()) THEN
    RETURN 0;
  END IF;
  first := stored.ended_at;
  IF first = '-infinity' THEN
    first := coalesce((SELECT date_trunc('day', min(created_at), 'UTC') FROM ledger.journals), stored.awaited_at);
  END IF;
  last := least(stored.awaited_at, first + interval '1 day');
  INSERT INTO ledger.hours (line, ended_at, balance_micro_usd)
    SELECT m.line, m.ended_at, coalesce(h.balance_micro_usd, 0) + sum(m.moved) OVER (PARTITION BY m.line ORDER BY m.ended_at)
    FROM (
      SELECT ledger.line_of(account_id) AS line, date_trunc('hour', created_at, 'UTC') + interval '1 hour' AS ended_at,
        sum(amount_micro_usd) AS moved
      FROM ledger.entries WHERE created_at >= first AND created_at < last GROUP BY 1, 2) m
    LEFT JOIN LATERAL (
      SELECT balance_micro_usd FROM ledger.hours WHERE line = m.line ORDER BY ended_at DESC LIMIT 1) h ON true;
  GET DIAGNOSTICS written = ROW_COUNT;
  UPDATE ledger.hours_end SET ended_at = last, awaited_at = CASE WHEN last < awaited_at THEN awaited_at END,
    horizon = CASE WHEN last < awaited_at THEN horizon END;
  RETURN written;
END
$$;
