-- Writes the balances at the end of each hour that has ended, and returns how many rows it wrote: those of one day at most
-- in a call, counted from the first that is not written, so that a call is short. It leaves out the last five minutes: a
-- posting takes its time under its locks and is cancelled long before five minutes have passed.
CREATE OR REPLACE FUNCTION ledger.close_hours() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  first timestamptz;
  last timestamptz := date_trunc('hour', clock_timestamp() - interval '5 minutes', 'UTC');
  written bigint;
BEGIN
  SELECT ended_at INTO STRICT first FROM ledger.hours_end FOR UPDATE;
  IF last <= first THEN
    RETURN 0;
  END IF;
  IF first = '-infinity' THEN
    first := coalesce((SELECT date_trunc('day', min(created_at), 'UTC') FROM ledger.journals), last);
  END IF;
  last := least(last, first + interval '1 day');
  INSERT INTO ledger.hours (line, ended_at, balance_micro_usd)
    SELECT m.line, m.ended_at, coalesce(h.balance_micro_usd, 0) + sum(m.moved) OVER (PARTITION BY m.line ORDER BY m.ended_at)
    FROM (
      SELECT ledger.line_of(account_id) AS line, date_trunc('hour', created_at, 'UTC') + interval '1 hour' AS ended_at,
        sum(amount_micro_usd) AS moved
      FROM ledger.entries WHERE created_at >= first AND created_at < last GROUP BY 1, 2) m
    LEFT JOIN LATERAL (
      SELECT balance_micro_usd FROM ledger.hours WHERE line = m.line ORDER BY ended_at DESC LIMIT 1) h ON true;
  GET DIAGNOSTICS written = ROW_COUNT;
  UPDATE ledger.hours_end SET ended_at = last;
  RETURN written;
END
$$;
