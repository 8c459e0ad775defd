-- The ledger: the only writer of balances. Design: docs/decisions/0002-ledger.md

-- Trigger: refuses the statement. Rows of append-only tables are neither changed nor deleted.
CREATE OR REPLACE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%.% is append-only', TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'PW003';
END
$$;

-- Returns the line of the trial balance that an account belongs to: a kind of account of partners, or one account of the
-- service. It has no settings of its own, so that the planner inlines it: docs/decisions/0023-books-at-an-instant.md
CREATE OR REPLACE FUNCTION ledger.line_of(account text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN account LIKE 'custody:%' THEN account ELSE split_part(account, ':', 1) END;

-- Returns the balance of an account at an instant, in micro-USD, from its entries alone. The times of an account's
-- entries follow its versions, so a binary search finds the last entry before the instant.
CREATE OR REPLACE FUNCTION ledger.balance_at(account text, instant timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE SET search_path = '' AS $$
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

-- Trigger: the balance of an account is the balance that its last entry says. With ledger.check_entries, neither an
-- entry nor a balance can be written without the other.
CREATE OR REPLACE FUNCTION ledger.check_accounts() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
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

-- Trigger: each entry is one that ledger.rules allow its journal type, on an account of the journal's partner or of the
-- service, and continues from the last entry of the account, whose balance it has moved.
CREATE OR REPLACE FUNCTION ledger.check_entries() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
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

-- Trigger: a journal has exactly the legs that it was posted with, each on an account of its own, and the legs sum to
-- zero. No leg can be added later: ledger.check_entries knows how many legs a journal has, and each number is taken.
CREATE OR REPLACE FUNCTION ledger.check_journals() RETURNS trigger LANGUAGE plpgsql
  SET search_path = '' SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  broken text;
BEGIN
  SELECT format('%s of %s legs has %s on %s accounts, which sum to %s', n.id, n.leg_count, e.legs, e.accounts, e.total)
    INTO broken
    FROM new_journals n CROSS JOIN LATERAL (
      SELECT count(*) AS legs, count(DISTINCT account_id) AS accounts, coalesce(sum(amount_micro_usd), 0) AS total
      FROM ledger.entries WHERE journal_id = n.id) e
    WHERE e.legs <> n.leg_count OR e.accounts <> e.legs OR e.total <> 0
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal not whole: %', broken USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger: an account that is opened has an id, a kind and an owner that fit, and no balance yet. Accounts of the
-- service:
--   payout       amounts of withdrawals that are not paid yet
--   fees         what the service earned
--   network      what the card network is owed
--   suspense     deposits that are held
--   bank         what the service has at banks; below zero, as custody is
--   capital      what the operator paid in of its own money
--   costs        what the service spent; below zero
--   adjustments  what corrections gave away (below zero) or took in
CREATE OR REPLACE FUNCTION ledger.check_new_account() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  is_allowed boolean := CASE NEW.kind
    WHEN 'wallet' THEN NEW.partner_id IS NOT NULL AND NEW.card_id IS NULL AND NEW.id = 'wallet:' || NEW.partner_id
    WHEN 'card' THEN NEW.partner_id IS NOT NULL AND NEW.card_id IS NOT NULL AND NEW.id = 'card:' || NEW.card_id
    WHEN 'hold' THEN NEW.partner_id IS NOT NULL AND NEW.card_id IS NOT NULL AND NEW.id = 'hold:' || NEW.card_id
    WHEN 'custody' THEN NEW.partner_id IS NULL AND NEW.card_id IS NULL AND NEW.id LIKE 'custody:%:%'
    ELSE NEW.kind IN ('payout', 'fees', 'network', 'suspense', 'bank', 'capital', 'costs', 'adjustments')
      AND NEW.partner_id IS NULL AND NEW.card_id IS NULL AND NEW.id = NEW.kind
    END;
  first_balance bigint := CASE WHEN NEW.kind IN ('wallet', 'card', 'hold') THEN 0 END;
BEGIN
  IF is_allowed IS NOT TRUE OR (NEW.balance_micro_usd, NEW.version) IS DISTINCT FROM (first_balance, first_balance) THEN
    RAISE EXCEPTION 'account % may not be opened', NEW.id USING ERRCODE = 'PW003';
  END IF;
  RETURN NEW;
END
$$;

-- Writes the balances at the end of each hour that has ended, and returns how many rows it wrote. It leaves out the last
-- five minutes: a posting takes its time under its locks and is cancelled long before five minutes have passed.
CREATE OR REPLACE FUNCTION ledger.close_hours() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
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

-- Returns the balance of each line of the trial balance at an instant, with the entries of that instant: the last hour
-- that was written, and the entries after it.
CREATE OR REPLACE FUNCTION ledger.lines_at(instant timestamptz) RETURNS TABLE (line text, balance_micro_usd bigint)
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

-- Locks accounts until the end of the transaction, always in the order of their ids. Accounts of the service are not
-- locked: they have no balance to protect, and one lock would make all postings wait for each other. Ids come in arrays,
-- here and in ledger.post: the planner expects few rows of an array and looks each one up by its key.
CREATE OR REPLACE FUNCTION ledger.lock(ids text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = '' SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM FROM ledger.accounts WHERE id = ANY (ids) AND version IS NOT NULL ORDER BY id FOR NO KEY UPDATE;
END
$$;

-- Opens accounts of a partner or a card, or a custody account. An account that is open stays as it is.
-- accounts: [{"id", "kind", "partnerId"?, "cardId"?}]
CREATE OR REPLACE FUNCTION ledger.open(accounts jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  INSERT INTO ledger.accounts (id, kind, partner_id, card_id, balance_micro_usd, version, created_at)
  SELECT a.value ->> 'id', a.value ->> 'kind', a.value ->> 'partnerId', a.value ->> 'cardId',
    CASE WHEN a.value ->> 'kind' IN ('wallet', 'card', 'hold') THEN 0 END,
    CASE WHEN a.value ->> 'kind' IN ('wallet', 'card', 'hold') THEN 0 END,
    clock_timestamp()
  FROM jsonb_array_elements(accounts) a
  ORDER BY 1
  ON CONFLICT (id) DO NOTHING;
$$;

-- Posts journals, all or none, in one statement. It is the only way to write journals, entries and balances.
-- journals: [{"id", "type", "sourceId", "partnerId"?, "requestId"?, "legs": [{"account", "amount"}]}], amounts in
-- micro-USD; an amount below zero takes from the account. Raises 23514 (entries_balance_after,
-- accounts_balance_not_negative) when a balance would go below zero, PW003 for a posting against the rules, 23505 for a
-- second journal of the same type and source. Plans are generic, here and in commit_work: planning a statement for the
-- arrays of each call costs more than running it.
CREATE OR REPLACE FUNCTION ledger.post(journals jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
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

  -- One statement, for the checks on journals, entries and balances each look at the others at its end.
  WITH written AS (
    INSERT INTO ledger.journals (id, type, source_id, partner_id, leg_count, created_at, request_id)
      SELECT j.value ->> 'id', j.value ->> 'type', j.value ->> 'sourceId', j.value ->> 'partnerId',
        jsonb_array_length(j.value -> 'legs'), stamp, j.value ->> 'requestId'
      FROM jsonb_array_elements(journals) j),
  posted AS (
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

-- Returns the balance of an account of the service, in micro-USD: these accounts keep none, so the last hour and the
-- entries after it are summed.
CREATE OR REPLACE FUNCTION ledger.service_balance(account text) RETURNS bigint LANGUAGE sql STABLE SET search_path = '' AS $$
  SELECT (coalesce((SELECT balance_micro_usd FROM ledger.hours WHERE line = account ORDER BY ended_at DESC LIMIT 1), 0)
    + coalesce((SELECT sum(amount_micro_usd) FROM ledger.entries
        WHERE account_id = account AND created_at >= (SELECT ended_at FROM ledger.hours_end)), 0))::bigint
$$;

-- Returns the version of a wallet, a card or a hold at an instant, found by binary search as in ledger.balance_at; 0
-- before its first entry.
CREATE OR REPLACE FUNCTION ledger.version_at(account text, instant timestamptz) RETURNS bigint
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

-- prisma/sql/ledger.rules.csv
INSERT INTO ledger.rules (journal_type, account_kind, direction) VALUES
  ('kyc_fee', 'wallet', -1), ('kyc_fee', 'fees', 1),
  ('card_creation_fee', 'wallet', -1), ('card_creation_fee', 'fees', 1),
  ('funding_fee', 'wallet', -1), ('funding_fee', 'fees', 1),
  ('card_funding', 'wallet', -1), ('card_funding', 'card', 1),
  ('card_withdrawal', 'card', -1), ('card_withdrawal', 'wallet', 1), ('card_withdrawal', 'fees', 1),
  ('authorization', 'card', -1), ('authorization', 'hold', 1),
  ('reversal', 'hold', -1), ('reversal', 'card', 1),
  ('settlement', 'hold', -1), ('settlement', 'network', 1),
  ('cross_border_fee', 'card', -1), ('cross_border_fee', 'fees', 1),
  ('refund', 'network', -1), ('refund', 'card', 1),
  ('liquidation', 'card', -1), ('liquidation', 'wallet', 1),
  ('deposit', 'custody', -1), ('deposit', 'wallet', 1), ('deposit', 'card', 1), ('deposit', 'suspense', 1),
  ('withdrawal', 'wallet', -1), ('withdrawal', 'payout', 1),
  ('withdrawal_completed', 'payout', -1), ('withdrawal_completed', 'custody', 1), ('withdrawal_completed', 'fees', 1),
  ('withdrawal_refund', 'payout', -1), ('withdrawal_refund', 'wallet', 1),
  ('deposit_release', 'suspense', -1), ('deposit_release', 'wallet', 1),
  ('network_payment', 'network', -1), ('network_payment', 'custody', 1), ('network_payment', 'bank', 1),
  ('network_receipt', 'network', 1), ('network_receipt', 'custody', -1), ('network_receipt', 'bank', -1),
  ('fee_withdrawal', 'fees', -1), ('fee_withdrawal', 'custody', 1), ('fee_withdrawal', 'bank', 1),
  ('treasury_transfer', 'custody', 1), ('treasury_transfer', 'custody', -1), ('treasury_transfer', 'bank', 1),
  ('treasury_transfer', 'bank', -1), ('treasury_transfer', 'costs', -1),
  ('capital_contribution', 'capital', 1), ('capital_contribution', 'custody', -1),
  ('capital_contribution', 'bank', -1),
  ('capital_withdrawal', 'capital', -1), ('capital_withdrawal', 'custody', 1), ('capital_withdrawal', 'bank', 1),
  ('cost_payment', 'costs', -1), ('cost_payment', 'custody', 1), ('cost_payment', 'bank', 1),
  ('correction', 'wallet', -1), ('correction', 'wallet', 1), ('correction', 'card', -1), ('correction', 'card', 1),
  ('correction', 'fees', -1), ('correction', 'fees', 1), ('correction', 'adjustments', -1),
  ('correction', 'adjustments', 1), ('correction', 'custody', -1), ('correction', 'custody', 1),
  ('correction', 'bank', -1), ('correction', 'bank', 1),
  ('service_correction', 'fees', -1), ('service_correction', 'fees', 1), ('service_correction', 'network', -1),
  ('service_correction', 'network', 1), ('service_correction', 'capital', -1), ('service_correction', 'capital', 1),
  ('service_correction', 'costs', -1), ('service_correction', 'costs', 1), ('service_correction', 'adjustments', -1),
  ('service_correction', 'adjustments', 1), ('service_correction', 'custody', -1),
  ('service_correction', 'custody', 1), ('service_correction', 'bank', -1), ('service_correction', 'bank', 1);

-- Triggers of cards
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON cards
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- Triggers of card_transactions
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON card_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- Triggers of ledger.accounts
CREATE TRIGGER new_account BEFORE INSERT ON ledger.accounts FOR EACH ROW EXECUTE FUNCTION ledger.check_new_account();
CREATE TRIGGER fixed_owner BEFORE DELETE OR TRUNCATE OR UPDATE OF id, kind, partner_id, card_id, created_at ON ledger.accounts
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER posted_balances AFTER UPDATE ON ledger.accounts
  REFERENCING NEW TABLE AS new_accounts FOR EACH STATEMENT EXECUTE FUNCTION ledger.check_accounts();

-- Triggers of ledger.journals
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.journals
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER whole_journals AFTER INSERT ON ledger.journals
  REFERENCING NEW TABLE AS new_journals FOR EACH STATEMENT EXECUTE FUNCTION ledger.check_journals();

-- Triggers of ledger.entries
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER allowed_entries AFTER INSERT ON ledger.entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION ledger.check_entries();

-- Triggers of audit_entries
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- Triggers of users
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- Triggers of wallet_transactions
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- Triggers of withdrawals
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON withdrawals
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- Triggers of deposits
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON deposits
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- Triggers of deposit_addresses
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON deposit_addresses
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- Triggers of audit_chain
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- Triggers of audit_head
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON audit_head
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- Triggers of audit_checkpoints
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- Triggers of ledger.hours
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.hours
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- Triggers of operator_posting_kinds
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_posting_kinds
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- Triggers of operator_postings
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON operator_postings
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- The accounts of the service.
INSERT INTO ledger.accounts (id, kind, created_at) VALUES
  ('payout', 'payout', now()), ('fees', 'fees', now()), ('network', 'network', now()), ('suspense', 'suspense', now()), ('bank', 'bank', now()), ('capital', 'capital', now()), ('costs', 'costs', now()), ('adjustments', 'adjustments', now());

-- From here on the hours are written.
INSERT INTO ledger.hours_end (ended_at) VALUES ('-infinity');
SELECT ledger.close_hours();
