-- Row counts of the lists, and sums of the overview: docs/decisions/0009-lists-are-counted-on-writing.md,
-- docs/decisions/0027-sums-of-the-overview.md

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

-- Trigger: moves a row whose status changed from one row count of the lists to another.
CREATE OR REPLACE FUNCTION public.count_updated() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO row_counts AS c (scope, kind, slot, n)
    SELECT NEW.partner_id, TG_TABLE_NAME || ':' || s.status, pg_backend_pid() % 8, s.n
    FROM (VALUES (OLD.status, -1), (NEW.status, 1)) s (status, n) ORDER BY s.status
    ON CONFLICT (scope, kind, slot) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END
$$;

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

-- Adds to the sums of wallets the transactions before an id, and returns how many sums it wrote. The id must be so old
-- that no row with a smaller one can still be committed.
CREATE OR REPLACE FUNCTION public.sum_wallets(until_id text) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
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

-- Triggers of cards
CREATE TRIGGER count_inserted AFTER INSERT ON cards
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();
CREATE TRIGGER count_status AFTER UPDATE OF status ON cards FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION count_updated();

-- Triggers of card_transactions
CREATE TRIGGER count_inserted AFTER INSERT ON card_transactions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();

-- Triggers of users
CREATE TRIGGER count_inserted AFTER INSERT ON users
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();
-- From here on nobody else writes cards or users until what is there is counted.
CREATE TRIGGER count_deleted AFTER UPDATE OF deleted_at ON users FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION count_deleted();
CREATE TRIGGER count_status AFTER UPDATE OF status ON users FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.deleted_at IS NULL) EXECUTE FUNCTION count_updated();

-- Triggers of wallet_transactions
CREATE TRIGGER count_inserted AFTER INSERT ON wallet_transactions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();

-- Triggers of withdrawals
CREATE TRIGGER count_inserted AFTER INSERT ON withdrawals
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();
CREATE TRIGGER count_status AFTER UPDATE OF status ON withdrawals FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION count_updated();

-- Triggers of webhook_events
CREATE TRIGGER count_inserted AFTER INSERT ON webhook_events
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();

-- Triggers of webhook_attempts
CREATE TRIGGER count_inserted AFTER INSERT ON webhook_attempts
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();

-- No transaction is summed up yet.
INSERT INTO wallet_sums_end (before_id) VALUES ('');
