-- The ledger: the only writer of balances. Design: docs/decisions/0002-ledger.md

-- Everything below runs with the rights of its owner; the application runs as this role,
-- which may read the ledger and call its functions, and cannot write its tables.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'partner_wallet_app') THEN
    CREATE ROLE partner_wallet_app NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- another database of this cluster is being migrated at the same moment
END
$$;
GRANT partner_wallet_app TO CURRENT_USER;

-- The only CHECK here: PostgreSQL reads each anew for every posting. What does not change is checked when it is made.
ALTER TABLE ledger.accounts ADD CONSTRAINT accounts_balance_not_negative CHECK (balance_micro_usd >= 0);
-- Balances change with every posting: room on the page keeps those updates off the index.
ALTER TABLE ledger.accounts SET (fillfactor = 70);

ALTER TABLE ledger.journals
  ADD CONSTRAINT journals_legs CHECK (leg_count >= 2);
-- Parts of a source are found by where they stand between others (check_hold), whatever the database's collation.
ALTER TABLE ledger.journals ALTER COLUMN source_id TYPE text COLLATE "C";
-- No foreign keys: check_entries looks at the journal and the account of each entry anyway, neither can be deleted, and
-- a foreign key would lock the row of a service account for each posting of everybody.
ALTER TABLE ledger.entries
  ADD CONSTRAINT entries_amount CHECK (amount_micro_usd <> 0),
  ADD CONSTRAINT entries_leg CHECK (leg >= 1),
  ADD CONSTRAINT entries_balance_after CHECK (balance_after_micro_usd >= 0),
  ADD CONSTRAINT entries_running_balance CHECK ((account_version IS NULL) = (balance_after_micro_usd IS NULL));
ALTER TABLE ledger.rules
  ADD CONSTRAINT rules_direction CHECK (direction IN (-1, 1));

INSERT INTO ledger.rules (journal_type, account_kind, direction) VALUES
  ('kyc_fee', 'wallet', -1), ('kyc_fee', 'fees', 1),
  ('card_creation_fee', 'wallet', -1), ('card_creation_fee', 'fees', 1),
  ('funding_fee', 'wallet', -1), ('funding_fee', 'fees', 1),
  ('card_funding', 'wallet', -1), ('card_funding', 'card', 1),
  ('card_withdrawal', 'card', -1), ('card_withdrawal', 'wallet', 1), ('card_withdrawal', 'fees', 1),
  ('authorization', 'card', -1), ('authorization', 'hold', 1),
  ('reversal', 'hold', -1), ('reversal', 'card', 1),
  ('settlement', 'hold', -1), ('settlement', 'network', 1), ('settlement', 'card', -1), ('settlement', 'card', 1),
  ('cross_border_fee', 'card', -1), ('cross_border_fee', 'fees', 1),
  ('refund', 'network', -1), ('refund', 'card', 1),
  ('liquidation', 'card', -1), ('liquidation', 'wallet', 1),
  ('deposit', 'custody', -1), ('deposit', 'wallet', 1), ('deposit', 'card', 1), ('deposit', 'suspense', 1),
  ('withdrawal', 'wallet', -1), ('withdrawal', 'payout', 1),
  ('withdrawal_completed', 'payout', -1), ('withdrawal_completed', 'custody', 1), ('withdrawal_completed', 'fees', 1),
  ('withdrawal_refund', 'payout', -1), ('withdrawal_refund', 'wallet', 1);

CREATE FUNCTION ledger.check_new_account() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  is_allowed boolean := CASE NEW.kind
    WHEN 'wallet' THEN NEW.partner_id IS NOT NULL AND NEW.card_id IS NULL AND NEW.id = 'wallet:' || NEW.partner_id
    WHEN 'card' THEN NEW.partner_id IS NOT NULL AND NEW.card_id IS NOT NULL AND NEW.id = 'card:' || NEW.card_id
    WHEN 'hold' THEN NEW.partner_id IS NOT NULL AND NEW.card_id IS NOT NULL AND NEW.id = 'hold:' || NEW.card_id
    WHEN 'custody' THEN NEW.partner_id IS NULL AND NEW.card_id IS NULL AND NEW.id LIKE 'custody:%:%'
    ELSE NEW.kind IN ('payout', 'fees', 'network', 'suspense') AND NEW.partner_id IS NULL AND NEW.card_id IS NULL
      AND NEW.id = NEW.kind
    END;
  first_balance bigint := CASE WHEN NEW.kind IN ('wallet', 'card', 'hold') THEN 0 END;
BEGIN
  IF is_allowed IS NOT TRUE OR (NEW.balance_micro_usd, NEW.version) IS DISTINCT FROM (first_balance, first_balance) THEN
    RAISE EXCEPTION 'account % may not be opened', NEW.id USING ERRCODE = 'PW003';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER new_account BEFORE INSERT ON ledger.accounts FOR EACH ROW EXECUTE FUNCTION ledger.check_new_account();

INSERT INTO ledger.accounts (id, kind, created_at) VALUES
  ('payout', 'payout', now()), ('fees', 'fees', now()), ('network', 'network', now()), ('suspense', 'suspense', now());

-- What is written stays written.
CREATE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%.% is append-only', TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'PW003';
END
$$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.journals
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER fixed_owner BEFORE DELETE OR TRUNCATE OR UPDATE OF id, kind, partner_id, card_id, created_at ON ledger.accounts
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- A journal has exactly the legs that it was posted with, each on an account of its own, and they sum to zero. Once it
-- stands no leg can be added: check_entries knows how many there are, and each number is taken.
CREATE FUNCTION ledger.check_journal() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  legs bigint;
  accounts bigint;
  total numeric;
BEGIN
  SELECT count(*), count(DISTINCT account_id), coalesce(sum(amount_micro_usd), 0) INTO legs, accounts, total
    FROM ledger.entries WHERE journal_id = NEW.id;
  IF legs <> NEW.leg_count OR accounts <> legs THEN
    RAISE EXCEPTION 'journal % has % legs on % accounts, not %', NEW.id, legs, accounts, NEW.leg_count USING ERRCODE = 'PW003';
  END IF;
  IF total <> 0 THEN
    RAISE EXCEPTION 'journal % sums to %, not to zero', NEW.id, total USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER whole_journal AFTER INSERT ON ledger.journals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.check_journal();

-- Each entry is one that the rules allow its journal, on an account of the journal's partner or of the service, and goes
-- on from the account's last one, whose balance it has moved.
CREATE FUNCTION ledger.check_entries() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  broken text;
BEGIN
  SELECT format('leg %s of %s on %s', n.leg, n.journal_id, n.account_id) INTO broken
    FROM new_entries n
    LEFT JOIN ledger.journals j ON j.id = n.journal_id AND n.leg <= j.leg_count
    LEFT JOIN ledger.accounts a ON a.id = n.account_id AND (a.partner_id IS NULL OR a.partner_id = j.partner_id)
    LEFT JOIN ledger.rules r ON r.journal_type = j.type AND r.account_kind = a.kind
      AND r.direction = CASE WHEN n.amount_micro_usd > 0 THEN 1 ELSE -1 END
    LEFT JOIN ledger.entries last ON last.account_id = n.account_id AND last.account_version = n.account_version - 1
    WHERE r.direction IS NULL
      OR (n.account_version IS NULL) <> (a.version IS NULL)
      OR n.account_version > a.version
      OR n.account_version <> coalesce(last.account_version, 0) + 1
      OR n.balance_after_micro_usd <> coalesce(last.balance_after_micro_usd, 0) + n.amount_micro_usd
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'posting not allowed: %', broken USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER allowed_entries AFTER INSERT ON ledger.entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION ledger.check_entries();

-- A balance is what its account's last entry says. With the check above, neither can be written without the other.
CREATE FUNCTION ledger.check_accounts() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  broken text;
BEGIN
  SELECT n.id INTO broken
    FROM new_accounts n LEFT JOIN LATERAL (
      SELECT account_version, balance_after_micro_usd FROM ledger.entries
      WHERE account_id = n.id AND account_version >= n.version ORDER BY account_version DESC LIMIT 1) last ON true
    WHERE n.version IS NULL OR (n.version, n.balance_micro_usd) IS DISTINCT FROM (last.account_version, last.balance_after_micro_usd)
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the balance of % is not that of its last entry', broken USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER posted_balances AFTER UPDATE ON ledger.accounts
  REFERENCING NEW TABLE AS new_accounts FOR EACH STATEMENT EXECUTE FUNCTION ledger.check_accounts();

-- Opens accounts of a partner or a card, or a custody account. Opening twice does nothing.
-- accounts: [{"id", "kind", "partnerId"?, "cardId"?}]
CREATE FUNCTION ledger.open(accounts jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  INSERT INTO ledger.accounts (id, kind, partner_id, card_id, balance_micro_usd, version, created_at)
  SELECT a.value ->> 'id', a.value ->> 'kind', a.value ->> 'partnerId', a.value ->> 'cardId',
    CASE WHEN a.value ->> 'kind' IN ('wallet', 'card', 'hold') THEN 0 END,
    CASE WHEN a.value ->> 'kind' IN ('wallet', 'card', 'hold') THEN 0 END,
    clock_timestamp()
  FROM jsonb_array_elements(accounts) a
  ORDER BY 1
  ON CONFLICT (id) DO NOTHING;
$$;

-- Locks accounts until the end of the transaction, always in the order of their ids. Service accounts have
-- no balance row to protect: locking them would make them the one hot row that they are meant not to be.
-- Ids go in arrays, here and below: the planner expects few of what an array holds and looks each up by its key.
CREATE FUNCTION ledger.lock(ids text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = '' SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM FROM ledger.accounts WHERE id = ANY (ids) AND version IS NOT NULL ORDER BY id FOR NO KEY UPDATE;
END
$$;

CREATE TYPE ledger.leg AS (journal_id text, journal_place bigint, leg smallint, account_id text, amount_micro_usd bigint);

-- Posts journals, all or none. The only way in. Plans are generic, here and in commit_work: to plan a statement anew for
-- the arrays of each call costs more than to run it.
-- journals: [{"id", "type", "sourceId", "partnerId"?, "legs": [{"account", "amount"}]}], amounts in micro-USD,
-- below zero takes from the account. Raises 23514 (entries_balance_after, accounts_balance_not_negative) when a balance
-- would go below zero, PW003 for a posting against the rules, 23505 for a second journal of the same type and source.
CREATE FUNCTION ledger.post(journals jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = '' SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  legs ledger.leg[];
  stamp timestamptz;
BEGIN
  SELECT array_agg(ROW(j.value ->> 'id', j.ordinality, l.ordinality, l.value ->> 'account', l.value ->> 'amount')::ledger.leg)
    INTO legs
    FROM jsonb_array_elements(journals) WITH ORDINALITY j, jsonb_array_elements(j.value -> 'legs') WITH ORDINALITY l;
  PERFORM FROM ledger.accounts
    WHERE id = ANY (ARRAY(SELECT account_id FROM unnest(legs))) AND version IS NOT NULL
    ORDER BY id FOR NO KEY UPDATE;
  -- Taken under the locks, so that the entries of an account are in the order of their times too.
  stamp := clock_timestamp();

  INSERT INTO ledger.journals (id, type, source_id, partner_id, leg_count, created_at)
    SELECT j.value ->> 'id', j.value ->> 'type', j.value ->> 'sourceId', j.value ->> 'partnerId',
      jsonb_array_length(j.value -> 'legs'), stamp
    FROM jsonb_array_elements(journals) j;

  -- One statement, for the checks on entries and on balances each look at the other side at its end.
  WITH posted AS (
    SELECT l.*, a.version + row_number() OVER steps AS version,
      (a.balance_micro_usd + sum(l.amount_micro_usd) OVER steps)::bigint AS balance_micro_usd,
      lead(l.leg) OVER steps IS NULL AS is_last
    FROM unnest(legs) l LEFT JOIN ledger.accounts a ON a.id = l.account_id
    WINDOW steps AS (PARTITION BY l.account_id ORDER BY l.journal_place, l.leg)),
  moved AS (
    UPDATE ledger.accounts a SET version = p.version, balance_micro_usd = p.balance_micro_usd
      FROM posted p WHERE a.id = p.account_id AND p.is_last AND a.version IS NOT NULL)
  INSERT INTO ledger.entries
      (journal_id, leg, account_id, amount_micro_usd, account_version, balance_after_micro_usd, created_at)
    SELECT journal_id, leg, account_id, amount_micro_usd, version, balance_micro_usd, stamp FROM posted;
END
$$;

-- The balance of an account at an instant, from its entries alone. The times of an account's entries follow its
-- versions, so the last one before the instant is found by halving.
CREATE FUNCTION ledger.balance_at(account text, instant timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE SET search_path = '' AS $$
DECLARE
  low bigint := 0;
  high bigint;
  middle bigint;
BEGIN
  SELECT version INTO high FROM ledger.accounts WHERE id = account;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no account %', account USING ERRCODE = 'PW003';
  END IF;
  IF high IS NULL THEN
    RETURN (SELECT coalesce(sum(amount_micro_usd), 0) FROM ledger.entries WHERE account_id = account AND created_at <= instant);
  END IF;
  WHILE low < high LOOP
    middle := (low + high + 1) / 2;
    IF (SELECT created_at FROM ledger.entries WHERE account_id = account AND account_version = middle) <= instant THEN
      low := middle;
    ELSE
      high := middle - 1;
    END IF;
  END LOOP;
  RETURN coalesce((SELECT balance_after_micro_usd FROM ledger.entries WHERE account_id = account AND account_version = low), 0);
END
$$;

GRANT USAGE ON SCHEMA ledger, public TO partner_wallet_app;
GRANT SELECT ON ALL TABLES IN SCHEMA ledger TO partner_wallet_app;
REVOKE ALL ON FUNCTION ledger.open(jsonb), ledger.lock(text[]), ledger.post(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.open(jsonb), ledger.lock(text[]), ledger.post(jsonb) TO partner_wallet_app;
