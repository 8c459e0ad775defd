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

ALTER TABLE ledger.accounts
  ADD CONSTRAINT accounts_kind CHECK (kind IN ('wallet', 'card', 'hold', 'payout', 'fees', 'network', 'custody', 'suspense')),
  ADD CONSTRAINT accounts_owner CHECK (
    CASE kind
      WHEN 'wallet' THEN partner_id IS NOT NULL AND card_id IS NULL AND id = 'wallet:' || partner_id
      WHEN 'card' THEN partner_id IS NOT NULL AND card_id IS NOT NULL AND id = 'card:' || card_id
      WHEN 'hold' THEN partner_id IS NOT NULL AND card_id IS NOT NULL AND id = 'hold:' || card_id
      WHEN 'custody' THEN partner_id IS NULL AND card_id IS NULL AND id LIKE 'custody:%:%'
      ELSE partner_id IS NULL AND card_id IS NULL AND id = kind
    END),
  ADD CONSTRAINT accounts_running_balance CHECK (
    (kind IN ('wallet', 'card', 'hold')) = (balance_micro_usd IS NOT NULL)
    AND (balance_micro_usd IS NULL) = (version IS NULL)),
  ADD CONSTRAINT accounts_balance_not_negative CHECK (balance_micro_usd >= 0);
-- Balances change with every posting: room on the page keeps those updates off the index.
ALTER TABLE ledger.accounts SET (fillfactor = 70);

ALTER TABLE ledger.journals
  ADD CONSTRAINT journals_legs CHECK (leg_count >= 2);
ALTER TABLE ledger.entries
  ADD CONSTRAINT entries_amount CHECK (amount_micro_usd <> 0),
  ADD CONSTRAINT entries_leg CHECK (leg >= 1),
  ADD CONSTRAINT entries_balance_after CHECK (balance_after_micro_usd >= 0),
  ADD CONSTRAINT entries_journal FOREIGN KEY (journal_id) REFERENCES ledger.journals (id),
  ADD CONSTRAINT entries_account FOREIGN KEY (account_id) REFERENCES ledger.accounts (id);
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
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON ledger.accounts
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- Each journal sums to zero and has exactly the legs that it was posted with.
CREATE FUNCTION ledger.check_journal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  legs bigint;
  total numeric;
BEGIN
  SELECT count(*), coalesce(sum(amount_micro_usd), 0) INTO legs, total
    FROM ledger.entries WHERE journal_id = NEW.id;
  IF legs <> NEW.leg_count THEN
    RAISE EXCEPTION 'journal % has % legs, not %', NEW.id, legs, NEW.leg_count USING ERRCODE = 'PW003';
  END IF;
  IF total <> 0 THEN
    RAISE EXCEPTION 'journal % sums to %, not to zero', NEW.id, total USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER sums_to_zero AFTER INSERT ON ledger.journals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.check_journal();

-- A leg more for a journal that stands would pass the check above: legs come with their journal only.
-- And a balance is what its last entry says, so neither can be written without the other.
CREATE FUNCTION ledger.check_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM new_entries n JOIN ledger.journals j ON j.id = n.journal_id
    GROUP BY j.id, j.leg_count HAVING max(n.leg) > j.leg_count OR sum(n.amount_micro_usd) <> 0 OR count(*) <> j.leg_count
  ) THEN
    RAISE EXCEPTION 'entries must be all the legs of their journal and sum to zero' USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER whole_journals AFTER INSERT ON ledger.entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION ledger.check_entries();

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
CREATE FUNCTION ledger.lock(ids jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  PERFORM FROM ledger.accounts
    WHERE id IN (SELECT jsonb_array_elements_text(ids)) AND version IS NOT NULL
    ORDER BY id FOR NO KEY UPDATE;
END
$$;

-- Posts journals, all or none. The only way in.
-- journals: [{"id", "type", "sourceId", "partnerId"?, "legs": [{"account", "amount"}]}], amounts in micro-USD,
-- below zero takes from the account. Raises PW002 with the account as detail when a balance would go below zero,
-- PW003 for a posting against the rules, 23505 for a second journal of the same type and source.
CREATE FUNCTION ledger.post(journals jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  broken text;
  posted bigint;
  wanted bigint;
  stamp timestamptz;
BEGIN
  PERFORM FROM ledger.accounts a
    WHERE a.version IS NOT NULL AND a.id IN (
      SELECT l.value ->> 'account'
      FROM jsonb_array_elements(journals) j, jsonb_array_elements(j.value -> 'legs') l)
    ORDER BY a.id FOR NO KEY UPDATE;
  -- Taken under the locks, so that the entries of an account are in the order of their times too.
  stamp := clock_timestamp();

  SELECT format('%s on %s', j.value ->> 'type', a.id) INTO broken
    FROM jsonb_array_elements(journals) j, jsonb_array_elements(j.value -> 'legs') l
    LEFT JOIN ledger.accounts a ON a.id = l.value ->> 'account'
    WHERE NOT EXISTS (
      SELECT FROM ledger.rules r
      WHERE r.journal_type = j.value ->> 'type' AND r.account_kind = a.kind
        AND r.direction = sign((l.value ->> 'amount')::bigint))
      OR (a.partner_id IS NOT NULL AND a.partner_id IS DISTINCT FROM j.value ->> 'partnerId')
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'posting not allowed: %', broken USING ERRCODE = 'PW003';
  END IF;

  INSERT INTO ledger.journals (id, type, source_id, partner_id, leg_count, created_at)
    SELECT j.value ->> 'id', j.value ->> 'type', j.value ->> 'sourceId', j.value ->> 'partnerId',
      jsonb_array_length(j.value -> 'legs'), stamp
    FROM jsonb_array_elements(journals) j;

  WITH changed AS (
    SELECT l.value ->> 'account' AS id, sum((l.value ->> 'amount')::bigint) AS total, count(*) AS legs
    FROM jsonb_array_elements(journals) j, jsonb_array_elements(j.value -> 'legs') l
    GROUP BY 1)
  SELECT a.id INTO broken FROM changed c JOIN ledger.accounts a ON a.id = c.id
    WHERE a.balance_micro_usd + c.total < 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'balance too low' USING ERRCODE = 'PW002', DETAIL = broken;
  END IF;

  INSERT INTO ledger.entries
      (journal_id, leg, account_id, amount_micro_usd, account_version, balance_after_micro_usd, created_at)
    SELECT j.value ->> 'id', l.ordinality, a.id, (l.value ->> 'amount')::bigint,
      a.version + row_number() OVER w, a.balance_micro_usd + sum((l.value ->> 'amount')::bigint) OVER w, stamp
    FROM jsonb_array_elements(journals) WITH ORDINALITY j,
      jsonb_array_elements(j.value -> 'legs') WITH ORDINALITY l
      JOIN ledger.accounts a ON a.id = l.value ->> 'account'
    WINDOW w AS (PARTITION BY a.id ORDER BY j.ordinality, l.ordinality);
  GET DIAGNOSTICS posted = ROW_COUNT;
  SELECT sum(jsonb_array_length(j.value -> 'legs')) INTO wanted FROM jsonb_array_elements(journals) j;
  IF posted <> wanted THEN
    RAISE EXCEPTION 'posting names an unknown account' USING ERRCODE = 'PW003';
  END IF;

  UPDATE ledger.accounts a
    SET balance_micro_usd = a.balance_micro_usd + c.total, version = a.version + c.legs
    FROM (
      SELECT l.value ->> 'account' AS id, sum((l.value ->> 'amount')::bigint) AS total, count(*) AS legs
      FROM jsonb_array_elements(journals) j, jsonb_array_elements(j.value -> 'legs') l
      GROUP BY 1) c
    WHERE a.id = c.id AND a.version IS NOT NULL;
END
$$;

-- The balance of an account at an instant, from its entries alone.
CREATE FUNCTION ledger.balance_at(account text, instant timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE SET search_path = '' AS $$
BEGIN
  IF EXISTS (SELECT FROM ledger.accounts WHERE id = account AND version IS NOT NULL) THEN
    RETURN coalesce((
      SELECT balance_after_micro_usd FROM ledger.entries
      WHERE account_id = account AND account_version IS NOT NULL AND created_at <= instant
      ORDER BY account_version DESC LIMIT 1), 0);
  END IF;
  RETURN coalesce((
    SELECT sum(amount_micro_usd)::bigint FROM ledger.entries WHERE account_id = account AND created_at <= instant), 0);
END
$$;

GRANT USAGE ON SCHEMA ledger, public TO partner_wallet_app;
GRANT SELECT ON ALL TABLES IN SCHEMA ledger TO partner_wallet_app;
REVOKE ALL ON FUNCTION ledger.open(jsonb), ledger.lock(jsonb), ledger.post(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.open(jsonb), ledger.lock(jsonb), ledger.post(jsonb) TO partner_wallet_app;
