-- Returns the balance of each line of the trial balance at an instant, with the entries of that instant: the last hour
-- that was written, and the entries after it.
CREATE OR REPLACE FUNCTION ledger.lines_at(instant timestamptz) RETURNS TABLE (line text, balance_micro_usd bigint)
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  edge CONSTANT timestamptz := (SELECT least(ended_at, date_trunc('hour', instant, 'UTC')) FROM ledger.hours_end);
BEGIN
  RETURN QUERY
    SELECT l.line, (coalesce(h.balance_micro_usd, 0) + coalesce(m.moved, 0))::bigint
    FROM (SELECT unnest(ARRAY['wallet', 'card', 'hold', 'card_shortfall']) AS line
        UNION ALL SELECT a.id FROM ledger.accounts a WHERE a.kind NOT IN ('wallet', 'card', 'hold', 'card_shortfall')) l
      LEFT JOIN LATERAL (
        SELECT c.balance_micro_usd FROM ledger.hours c
        WHERE c.line = l.line AND c.ended_at <= edge ORDER BY c.ended_at DESC LIMIT 1) h ON true
      LEFT JOIN (
        SELECT ledger.line_of(e.account_id) AS line, sum(e.amount_micro_usd) AS moved
        FROM ledger.entries e WHERE e.created_at >= edge AND e.created_at <= instant GROUP BY 1) m ON m.line = l.line;
END
$$;
