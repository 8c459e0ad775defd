-- What the overview counts and sums up, kept at hand: docs/decisions/0027-sums-of-the-overview.md

-- Cards and users are counted by state too, as withdrawals are. As before (0003) otherwise.
CREATE OR REPLACE FUNCTION count_inserted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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

-- A row of another state.
CREATE OR REPLACE FUNCTION count_updated() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO row_counts AS c (scope, kind, slot, n)
    SELECT NEW.partner_id, TG_TABLE_NAME || ':' || s.status, pg_backend_pid() % 8, s.n
    FROM (VALUES (OLD.status, -1), (NEW.status, 1)) s (status, n) ORDER BY s.status
    ON CONFLICT (scope, kind, slot) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END
$$;

CREATE FUNCTION count_deleted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO row_counts AS c (scope, kind, slot, n)
    SELECT NEW.partner_id, s.kind, pg_backend_pid() % 8, -1
    FROM (VALUES (TG_TABLE_NAME), (TG_TABLE_NAME || ':' || OLD.status)) s (kind) ORDER BY s.kind
    ON CONFLICT (scope, kind, slot) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END
$$;

-- From here on nobody else writes cards or users until what is there is counted.
CREATE OR REPLACE TRIGGER count_deleted AFTER UPDATE OF deleted_at ON users FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION count_deleted();
CREATE TRIGGER count_status AFTER UPDATE OF status ON users FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.deleted_at IS NULL) EXECUTE FUNCTION count_updated();
CREATE TRIGGER count_status AFTER UPDATE OF status ON cards FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION count_updated();
INSERT INTO row_counts (scope, kind, slot, n)
  SELECT partner_id, 'cards:' || status, 0, count(*) FROM cards GROUP BY 1, 2
  UNION ALL SELECT partner_id, 'users:' || status, 0, count(*) FROM users WHERE deleted_at IS NULL GROUP BY 1, 2;

-- What moved a wallet in each quarter of an hour, by category: wherever the reader is, a day begins with one.
CREATE TABLE wallet_sums (
    "partner_id" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "category" TEXT NOT NULL,
    "amount_micro_usd" BIGINT NOT NULL,
    CONSTRAINT "wallet_sums_pkey" PRIMARY KEY ("partner_id", "starts_at", "category")
);
-- A quarter that goes on is written again and again.
ALTER TABLE wallet_sums SET (fillfactor = 80);

-- Which wallet transactions are summed up: those whose ids come before this one. One row.
CREATE TABLE wallet_sums_end (
    "is_end" BOOLEAN NOT NULL DEFAULT true,
    "before_id" TEXT NOT NULL,
    CONSTRAINT "wallet_sums_end_pkey" PRIMARY KEY ("is_end"),
    CONSTRAINT "wallet_sums_end_single" CHECK (is_end)
);
INSERT INTO wallet_sums_end (before_id) VALUES ('');

-- Adds to the sums the transactions before an id, which must be so old that no row with an id before it can still come.
-- Returns how many sums it wrote.
CREATE FUNCTION sum_wallets(until_id text) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  first_id text;
  written bigint;
BEGIN
  SELECT before_id INTO STRICT first_id FROM wallet_sums_end FOR UPDATE;
  IF until_id <= first_id THEN
    RETURN 0;
  END IF;
  INSERT INTO wallet_sums AS s (partner_id, starts_at, category, amount_micro_usd)
    SELECT partner_id, date_bin('15 minutes', created_at, 'epoch'), category, sum(amount_micro_usd)
    FROM wallet_transactions WHERE id >= first_id AND id < until_id GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (partner_id, starts_at, category) DO UPDATE SET amount_micro_usd = s.amount_micro_usd + excluded.amount_micro_usd;
  GET DIAGNOSTICS written = ROW_COUNT;
  UPDATE wallet_sums_end SET before_id = until_id;
  RETURN written;
END
$$;

REVOKE ALL ON FUNCTION sum_wallets(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sum_wallets(text) TO partner_wallet_app;
GRANT SELECT ON wallet_sums, wallet_sums_end TO partner_wallet_app;

-- What there is already.
SELECT sum_wallets(coalesce((SELECT max(id) FROM wallet_transactions WHERE created_at < now() - interval '1 hour'), ''));
