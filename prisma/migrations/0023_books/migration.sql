-- The books at any instant, quickly: docs/decisions/0023-books-at-an-instant.md

-- A line of the trial balance: a kind of account of partners, or an account of the service.
CREATE FUNCTION ledger.line_of(account text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = '' AS $$
  SELECT CASE WHEN account LIKE 'custody:%' THEN account ELSE split_part(account, ':', 1) END
$$;

-- What a line had at the end of each hour in which it moved.
CREATE TABLE ledger.hours (
    "line" TEXT NOT NULL,
    "ended_at" TIMESTAMPTZ(6) NOT NULL,
    "balance_micro_usd" BIGINT NOT NULL,
    CONSTRAINT "hours_pkey" PRIMARY KEY ("line", "ended_at")
);

-- Up to when the hours are written. One row.
CREATE TABLE ledger.hours_end (
    "is_end" BOOLEAN NOT NULL DEFAULT true,
    "ended_at" TIMESTAMPTZ(6) NOT NULL,
    CONSTRAINT "hours_end_pkey" PRIMARY KEY ("is_end"),
    CONSTRAINT "hours_end_single" CHECK (is_end)
);
INSERT INTO ledger.hours_end (ended_at) VALUES ('-infinity');

-- Entries lie in the order of their times: a summary of each stretch of pages finds those of an instant, and costs a
-- posting next to nothing.
CREATE INDEX "entries_created_at_idx" ON "ledger"."entries" USING brin ("created_at")
  WITH (pages_per_range = 32, autosummarize = on);
-- The entries of the service's accounts have no version to go by.
CREATE INDEX "entries_service_account_idx" ON "ledger"."entries"("account_id", "journal_id" DESC) WHERE account_version IS NULL;
-- By kind, which never changes: an index on what postings change would slow every one of them.
CREATE INDEX "accounts_service_idx" ON "ledger"."accounts"("id") WHERE kind NOT IN ('wallet', 'card', 'hold');
-- As journals are looked through, newest first. Their ids are in the order of time.
CREATE INDEX "journals_type_id_idx" ON "ledger"."journals"("type", "id" DESC);
CREATE INDEX "journals_partner_id_id_idx" ON "ledger"."journals"("partner_id", "id" DESC);

-- Writes the hours that have ended, of which no entry can come any more: a posting has its time from under its locks and
-- is given up long before five minutes have passed. Returns how many rows it wrote.
CREATE FUNCTION ledger.close_hours() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  first timestamptz;
  last CONSTANT timestamptz := date_trunc('hour', clock_timestamp() - interval '5 minutes', 'UTC');
  written bigint;
BEGIN
  SELECT ended_at INTO STRICT first FROM ledger.hours_end FOR UPDATE;
  IF last <= first THEN
    RETURN 0;
  END IF;
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

-- What each line had at an instant; an entry of that very instant counts. Adds to the last hour that was written the
-- entries after it.
CREATE FUNCTION ledger.lines_at(instant timestamptz) RETURNS TABLE (line text, balance_micro_usd bigint)
  LANGUAGE plpgsql STABLE SET search_path = '' AS $$
DECLARE
  edge CONSTANT timestamptz := (SELECT least(ended_at, date_trunc('hour', instant, 'UTC')) FROM ledger.hours_end);
BEGIN
  RETURN QUERY
    SELECT l.line, (coalesce(h.balance_micro_usd, 0) + coalesce(m.moved, 0))::bigint
    FROM (SELECT unnest(ARRAY['wallet', 'card', 'hold']) AS line
        UNION ALL SELECT a.id FROM ledger.accounts a WHERE a.kind NOT IN ('wallet', 'card', 'hold')) l
      LEFT JOIN LATERAL (
        SELECT c.balance_micro_usd FROM ledger.hours c
        WHERE c.line = l.line AND c.ended_at <= edge ORDER BY c.ended_at DESC LIMIT 1) h ON true
      LEFT JOIN (
        SELECT ledger.line_of(e.account_id) AS line, sum(e.amount_micro_usd) AS moved
        FROM ledger.entries e WHERE e.created_at >= edge AND e.created_at <= instant GROUP BY 1) m ON m.line = l.line;
END
$$;

-- The version of a wallet, a card or a hold at an instant, found by halving as in balance_at; 0 before its first entry.
CREATE FUNCTION ledger.version_at(account text, instant timestamptz) RETURNS bigint
  LANGUAGE plpgsql STABLE SET search_path = '' AS $$
DECLARE
  low bigint := 0;
  high bigint := (SELECT version FROM ledger.accounts WHERE id = account);
  middle bigint;
BEGIN
  WHILE low < high LOOP
    middle := (low + high + 1) / 2;
    IF (SELECT created_at FROM ledger.entries WHERE account_id = account AND account_version = middle) <= instant THEN
      low := middle;
    ELSE
      high := middle - 1;
    END IF;
  END LOOP;
  RETURN low;
END
$$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.hours
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

REVOKE ALL ON FUNCTION ledger.close_hours() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.close_hours() TO partner_wallet_app;
GRANT SELECT ON ledger.hours, ledger.hours_end TO partner_wallet_app;

-- What the books have already.
SELECT ledger.close_hours();
