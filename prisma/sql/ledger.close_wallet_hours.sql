-- Sums what each hour that has ended moved on wallets, by the type of the journal: those of one day at most in a call,
-- counted from the first that is not summed, so that a call is short. It sums no hour that ledger.close_hours has not closed: such
-- an hour can get further postings. Each journal is looked up (OFFSET 0): a join may read all journals for those of an hour.
CREATE OR REPLACE FUNCTION ledger.close_wallet_hours(OUT written bigint, OUT is_done boolean) LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  first timestamptz;
  last timestamptz;
BEGIN
  SELECT ended_at INTO STRICT first FROM ledger.wallet_hours_end FOR UPDATE;
  SELECT ended_at INTO STRICT last FROM ledger.hours_end;
  written := 0;
  is_done := true;
  IF last <= first THEN
    RETURN;
  END IF;
  IF first = '-infinity' THEN
    first := coalesce((SELECT date_trunc('day', min(created_at), 'UTC') FROM ledger.journals), last);
  END IF;
  IF first + interval '1 day' < last THEN
    last := first + interval '1 day';
    is_done := false;
  END IF;
  INSERT INTO ledger.wallet_hours (account_id, ended_at, journal_type, entry_count, amount_micro_usd, fees_within_micro_usd)
    SELECT e.account_id, date_trunc('hour', e.created_at, 'UTC') + interval '1 hour', j.type, count(*), sum(e.amount_micro_usd),
      sum(ledger.fees_within(j.type, j.id, j.source_id))
    FROM ledger.entries e
      CROSS JOIN LATERAL (SELECT id, type, source_id FROM ledger.journals WHERE id = e.journal_id OFFSET 0) j
    WHERE e.created_at >= first AND e.created_at < last AND starts_with(e.account_id, 'wallet:') GROUP BY 1, 2, 3;
  GET DIAGNOSTICS written = ROW_COUNT;
  UPDATE ledger.wallet_hours_end SET ended_at = last;
END
$$;
