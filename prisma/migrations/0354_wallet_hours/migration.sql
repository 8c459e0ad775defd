-- Statements sum stored sums of hours, so that a month of any length is read in the same time. The job that stores hourly
-- balances fills the table day by day. Source: docs/decisions/0123-sums-of-statements.md
CREATE TABLE ledger.wallet_hours (
  account_id text NOT NULL,
  ended_at timestamptz(6) NOT NULL,
  journal_type text NOT NULL,
  entry_count bigint NOT NULL,
  amount_micro_usd bigint NOT NULL,
  fees_within_micro_usd bigint NOT NULL,
  CONSTRAINT wallet_hours_pkey PRIMARY KEY (account_id, ended_at, journal_type)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.wallet_hours
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TABLE ledger.wallet_hours_end (
  is_end boolean NOT NULL DEFAULT true,
  ended_at timestamptz(6) NOT NULL,
  CONSTRAINT wallet_hours_end_single CHECK (is_end),
  CONSTRAINT wallet_hours_end_pkey PRIMARY KEY (is_end)
);
INSERT INTO ledger.wallet_hours_end (ended_at) VALUES ('-infinity');

-- Sums what each hour that has ended moved on wallets, by the type of the journal: those of one day at most in a call,
-- counted from the first that is not summed, so that a call is short. It leaves out the last five minutes, as
-- ledger.close_hours does. Each journal is looked up (OFFSET 0): a join may read all journals for those of an hour.
CREATE OR REPLACE FUNCTION ledger.close_wallet_hours(OUT written bigint, OUT is_done boolean) LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = '' AS $$
DECLARE
  first timestamptz;
  last timestamptz := date_trunc('hour', clock_timestamp() - interval '5 minutes', 'UTC');
BEGIN
  SELECT ended_at INTO STRICT first FROM ledger.wallet_hours_end FOR UPDATE;
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

-- Returns the fees that are part of what a journal moved on a wallet, in micro-USD: of a card withdrawal what the wallet
-- did not receive, of a withdrawal its own fee; 0 for other journals. The collation is that of the columns, for their indexes.
CREATE OR REPLACE FUNCTION ledger.fees_within(journal_type text, journal text, source text) RETURNS bigint
  LANGUAGE plpgsql STABLE SET search_path = '' AS $$
BEGIN
  IF journal_type = 'card_withdrawal' THEN
    RETURN coalesce((SELECT amount_micro_usd FROM ledger.entries WHERE journal_id = journal COLLATE "default" AND account_id = 'fees'), 0);
  ELSIF journal_type IN ('withdrawal', 'withdrawal_refund') THEN
    RETURN coalesce((SELECT fee_micro_usd FROM public.withdrawals WHERE id = source COLLATE "default"), 0);
  END IF;
  RETURN 0;
END
$$;

REVOKE ALL ON FUNCTION ledger.close_wallet_hours() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.close_wallet_hours() TO partner_wallet_app;
GRANT SELECT ON ledger.wallet_hours, ledger.wallet_hours_end TO partner_wallet_app;
COMMENT ON TABLE ledger.wallet_hours IS 'What an hour moved on a wallet, by the type of the journal. Statements sum these rows.';
COMMENT ON COLUMN ledger.wallet_hours.account_id IS 'The account.';
COMMENT ON COLUMN ledger.wallet_hours.ended_at IS 'The end of the period.';
COMMENT ON COLUMN ledger.wallet_hours.journal_type IS 'The type of journal.';
COMMENT ON COLUMN ledger.wallet_hours.entry_count IS 'The number of entries.';
COMMENT ON COLUMN ledger.wallet_hours.amount_micro_usd IS 'Amount in micro-USD (a millionth of a US dollar).';
COMMENT ON COLUMN ledger.wallet_hours.fees_within_micro_usd IS 'The fees that are part of the amount.';
COMMENT ON TABLE ledger.wallet_hours_end IS 'The time up to which the sums of wallets'' hours are written; one row.';
COMMENT ON COLUMN ledger.wallet_hours_end.is_end IS 'Always true: the table has one row.';
COMMENT ON COLUMN ledger.wallet_hours_end.ended_at IS 'The end of the period.';
