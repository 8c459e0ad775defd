-- Card networks post without asking: captures above the hold or without one, several captures of one authorization,
-- refunds without a purchase. Each message is stored and applied once; a card's balance never goes below zero, because
-- the missing amount is booked to a card_shortfall account: docs/decisions/0063-network-messages.md

-- A hold shrinks with each capture of a part; until now a settlement took all of it.
ALTER TABLE card_transactions DROP CONSTRAINT card_transactions_held;
ALTER TABLE card_transactions ADD CONSTRAINT card_transactions_held CHECK (
  (held_micro_usd > 0) = (status = 'authorized') AND held_micro_usd <= amount_micro_usd) NOT VALID;
ALTER TABLE card_transactions VALIDATE CONSTRAINT card_transactions_held;

ALTER TABLE card_transactions
  ADD COLUMN network_transaction_id text,
  ADD COLUMN merchant_category_code text,
  ADD COLUMN network_reference text,
  ADD COLUMN authorization_code text,
  ADD COLUMN entry_mode text,
  ADD COLUMN merchant_currency text,
  ADD COLUMN merchant_amount_minor bigint;
CREATE INDEX card_transactions_network_transaction_id_idx ON card_transactions (network_transaction_id)
  WHERE network_transaction_id IS NOT NULL;

-- Since when the card owes the service what the network collected beyond the card's balance.
ALTER TABLE cards ADD COLUMN shortfall_since timestamptz(3);

CREATE TABLE network_transactions (
  id text NOT NULL,
  partner_id text NOT NULL,
  card_id text NOT NULL,
  held_micro_usd bigint NOT NULL,
  captured_micro_usd bigint NOT NULL,
  refunded_micro_usd bigint NOT NULL,
  charged_micro_usd bigint NOT NULL,
  fee_micro_usd bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  version integer NOT NULL,
  CONSTRAINT network_transactions_pkey PRIMARY KEY (id),
  CONSTRAINT network_transactions_card FOREIGN KEY (card_id, partner_id) REFERENCES cards(id, partner_id),
  CONSTRAINT network_transactions_amounts CHECK (
    held_micro_usd >= 0 AND captured_micro_usd >= 0 AND refunded_micro_usd >= 0 AND fee_micro_usd >= 0
    AND charged_micro_usd >= 0)
);
CREATE INDEX network_transactions_card_id_idx ON network_transactions (card_id);
ALTER TABLE card_transactions ADD CONSTRAINT card_transactions_network_transaction
  FOREIGN KEY (network_transaction_id) REFERENCES network_transactions(id);

CREATE TABLE network_messages (
  id text NOT NULL,
  network_transaction_id text NOT NULL,
  kind text NOT NULL,
  amount_micro_usd bigint NOT NULL,
  declined_reason text,
  is_open boolean,
  is_final boolean,
  revision bigint,
  covers text[],
  sent_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT network_messages_pkey PRIMARY KEY (id),
  CONSTRAINT network_messages_transaction FOREIGN KEY (network_transaction_id) REFERENCES network_transactions(id),
  CONSTRAINT network_messages_kind CHECK (kind IN ('authorization', 'authorized_total', 'decline', 'reversal', 'expiry',
    'capture', 'refund', 'refund_reversal')),
  CONSTRAINT network_messages_amount CHECK (amount_micro_usd >= 0),
  CONSTRAINT network_messages_snapshot CHECK (
    (kind = 'authorized_total') = (revision IS NOT NULL) AND (revision IS NULL) = (is_open IS NULL)
    AND (revision IS NULL) = (covers IS NULL)),
  CONSTRAINT network_messages_final CHECK ((kind = 'capture') = (is_final IS NOT NULL))
);
CREATE INDEX network_messages_network_transaction_id_idx ON network_messages (network_transaction_id);

-- What is recorded of a network stays as it is.
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON network_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON network_messages
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

GRANT SELECT, INSERT, UPDATE ON network_transactions TO partner_wallet_app;
GRANT SELECT, INSERT ON network_messages TO partner_wallet_app;

-- A shortfall is what the service is owed: the balance of its account is zero or below.
ALTER TABLE ledger.accounts DROP CONSTRAINT accounts_balance_not_negative;
ALTER TABLE ledger.accounts ADD CONSTRAINT accounts_balance_not_negative CHECK (
  CASE WHEN kind = 'card_shortfall' THEN balance_micro_usd <= 0 ELSE balance_micro_usd >= 0 END) NOT VALID;
ALTER TABLE ledger.accounts VALIDATE CONSTRAINT accounts_balance_not_negative;
ALTER TABLE ledger.entries DROP CONSTRAINT entries_balance_after;
ALTER TABLE ledger.entries ADD CONSTRAINT entries_balance_after CHECK (
  balance_after_micro_usd >= 0 OR starts_with(account_id, 'card_shortfall:')) NOT VALID;
ALTER TABLE ledger.entries VALIDATE CONSTRAINT entries_balance_after;
DROP INDEX ledger.accounts_service_idx;
CREATE INDEX accounts_service_idx ON ledger.accounts(id) WHERE kind NOT IN ('wallet', 'card', 'hold', 'card_shortfall');

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
    WHEN 'card_shortfall' THEN NEW.partner_id IS NOT NULL AND NEW.card_id IS NOT NULL AND NEW.id = 'card_shortfall:' || NEW.card_id
    WHEN 'custody' THEN NEW.partner_id IS NULL AND NEW.card_id IS NULL AND NEW.id LIKE 'custody:%:%'
    ELSE NEW.kind IN ('payout', 'fees', 'network', 'suspense', 'bank', 'capital', 'costs', 'adjustments')
      AND NEW.partner_id IS NULL AND NEW.card_id IS NULL AND NEW.id = NEW.kind
    END;
  first_balance bigint := CASE WHEN NEW.kind IN ('wallet', 'card', 'hold', 'card_shortfall') THEN 0 END;
BEGIN
  IF is_allowed IS NOT TRUE OR (NEW.balance_micro_usd, NEW.version) IS DISTINCT FROM (first_balance, first_balance) THEN
    RAISE EXCEPTION 'account % may not be opened', NEW.id USING ERRCODE = 'PW003';
  END IF;
  RETURN NEW;
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

-- Opens accounts of a partner or a card, or a custody account. An account that is open stays as it is.
-- accounts: [{"id", "kind", "partnerId"?, "cardId"?}]
CREATE OR REPLACE FUNCTION ledger.open(accounts jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  INSERT INTO ledger.accounts (id, kind, partner_id, card_id, balance_micro_usd, version, created_at)
  SELECT a.value ->> 'id', a.value ->> 'kind', a.value ->> 'partnerId', a.value ->> 'cardId',
    CASE WHEN a.value ->> 'kind' IN ('wallet', 'card', 'hold', 'card_shortfall') THEN 0 END,
    CASE WHEN a.value ->> 'kind' IN ('wallet', 'card', 'hold', 'card_shortfall') THEN 0 END,
    clock_timestamp()
  FROM jsonb_array_elements(accounts) a
  ORDER BY 1
  ON CONFLICT (id) DO NOTHING;
$$;

-- Trigger at the commit: what is held on a card and what was settled is what the journals of the authorization say, all
-- of one card and one partner.
CREATE OR REPLACE FUNCTION public.check_hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  t card_transactions;
  source text;
  held bigint;
  settled bigint;
  strange bigint;
BEGIN
  -- The journals of an authorization have its id as source, those of partial reversals and of further captures its id,
  -- ':' and a number. All ids
  -- have one length, so no other id is in the range below.
  IF TG_TABLE_NAME = 'journals' THEN source := split_part(NEW.source_id, ':', 1); ELSE source := NEW.id; END IF;
  SELECT * INTO t FROM card_transactions WHERE id = source AND category = 'authorization';
  SELECT coalesce(sum(e.amount_micro_usd) FILTER (WHERE a.kind = 'hold'), 0),
      coalesce(sum(e.amount_micro_usd) FILTER (WHERE a.kind = 'network'), 0),
      count(*) FILTER (WHERE a.card_id <> t.card_id OR a.partner_id <> t.partner_id)
    INTO held, settled, strange
    FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id JOIN ledger.accounts a ON a.id = e.account_id
    WHERE j.type IN ('authorization', 'reversal', 'settlement')
      AND j.source_id >= source AND j.source_id < source || ';' AND split_part(j.source_id, ':', 1) = source;
  IF t.id IS NULL OR strange > 0 OR held <> t.held_micro_usd
      OR settled <> (CASE WHEN t.status IN ('authorized', 'settled') THEN t.amount_micro_usd - t.held_micro_usd ELSE 0 END) THEN
    RAISE EXCEPTION 'card transaction % (% % of %) and its journals differ: held %, settled %, elsewhere %',
      source, t.status, t.held_micro_usd, t.amount_micro_usd, held, settled, strange USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger at the commit: a refund is a row and a journal of one amount on one card, of a settled transaction of that
-- card, or of no transaction: card networks also refund without a purchase.
CREATE OR REPLACE FUNCTION public.check_refund() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  source text;
BEGIN
  IF TG_TABLE_NAME = 'journals' THEN source := NEW.source_id; ELSE source := NEW.id; END IF;
  -- By keys alone (OFFSET 0): the planner would read all refunds and every entry of the card.
  IF NOT EXISTS (
    SELECT FROM (SELECT * FROM card_transactions WHERE id = source OFFSET 0) t
      LEFT JOIN card_transactions o ON o.id = t.original_id
      JOIN ledger.journals j ON j.type = 'refund' AND j.source_id = source
      CROSS JOIN LATERAL (
        SELECT bool_or((account_id, amount_micro_usd) = ('card:' || t.card_id, t.amount_micro_usd)) AS is_listed
        FROM ledger.entries WHERE journal_id = j.id) e
    WHERE j.leg_count = 2 AND e.is_listed
      AND (t.category, t.partner_id) IS NOT DISTINCT FROM ('refund', j.partner_id)
      AND (t.original_id IS NULL
        OR (o.card_id, o.category, o.status) IS NOT DISTINCT FROM (t.card_id, 'authorization', 'settled'))
  ) THEN
    RAISE EXCEPTION 'refund % and its journal differ', source USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger at the commit: the refunded amount of a card transaction is the sum of its refunds.
CREATE OR REPLACE FUNCTION public.check_refunded() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  original text := CASE NEW.category WHEN 'refund' THEN NEW.original_id ELSE NEW.id END;
BEGIN
  -- A refund without a purchase.
  IF original IS NULL THEN RETURN NULL; END IF;
  IF (SELECT refunded_micro_usd FROM card_transactions WHERE id = original) IS DISTINCT FROM
      (SELECT coalesce(sum(amount_micro_usd), 0) FROM card_transactions WHERE original_id = original AND category = 'refund') THEN
    RAISE EXCEPTION 'card transaction % and its refunds differ', original USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;

-- Inserts the rows of a change set, table by table in a fixed order. PW003 for a table that is not one of them.
CREATE OR REPLACE FUNCTION public.commit_inserts(added jsonb) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  tables CONSTANT text[] := '{partners,deposit_addresses,users,deleted_users,kyc_sessions,sandbox_kyc_outcomes,cards,network_transactions,card_transactions,network_messages,
    withdrawals,withdrawal_approvals,deposits,deposit_releases,operator_postings,audit_entries,alerts}';
BEGIN
  IF added - tables <> '{}' THEN
    RAISE EXCEPTION 'rows for unknown tables' USING ERRCODE = 'PW003';
  END IF;
  IF added ? 'partners' THEN
    INSERT INTO partners SELECT * FROM jsonb_populate_recordset(NULL::partners, added -> 'partners');
  END IF;
  IF added ? 'deposit_addresses' THEN
    INSERT INTO deposit_addresses SELECT * FROM jsonb_populate_recordset(NULL::deposit_addresses, added -> 'deposit_addresses');
  END IF;
  IF added ? 'users' THEN
    INSERT INTO users SELECT * FROM jsonb_populate_recordset(NULL::users, added -> 'users');
  END IF;
  IF added ? 'deleted_users' THEN
    INSERT INTO deleted_users SELECT * FROM jsonb_populate_recordset(NULL::deleted_users, added -> 'deleted_users')
      ON CONFLICT (partner_id, email_hash) DO UPDATE SET status = excluded.status, deleted_at = excluded.deleted_at;
  END IF;
  IF added ? 'kyc_sessions' THEN
    INSERT INTO kyc_sessions SELECT * FROM jsonb_populate_recordset(NULL::kyc_sessions, added -> 'kyc_sessions');
  END IF;
  IF added ? 'sandbox_kyc_outcomes' THEN
    INSERT INTO sandbox_kyc_outcomes
      SELECT * FROM jsonb_populate_recordset(NULL::sandbox_kyc_outcomes, added -> 'sandbox_kyc_outcomes');
  END IF;
  IF added ? 'cards' THEN
    INSERT INTO cards SELECT * FROM jsonb_populate_recordset(NULL::cards, added -> 'cards');
  END IF;
  IF added ? 'network_transactions' THEN
    INSERT INTO network_transactions
      SELECT * FROM jsonb_populate_recordset(NULL::network_transactions, added -> 'network_transactions');
  END IF;
  IF added ? 'card_transactions' THEN
    INSERT INTO card_transactions SELECT * FROM jsonb_populate_recordset(NULL::card_transactions, added -> 'card_transactions');
  END IF;
  IF added ? 'network_messages' THEN
    INSERT INTO network_messages SELECT * FROM jsonb_populate_recordset(NULL::network_messages, added -> 'network_messages');
  END IF;
  IF added ? 'withdrawals' THEN
    INSERT INTO withdrawals SELECT * FROM jsonb_populate_recordset(NULL::withdrawals, added -> 'withdrawals');
  END IF;
  IF added ? 'withdrawal_approvals' THEN
    INSERT INTO withdrawal_approvals
      SELECT * FROM jsonb_populate_recordset(NULL::withdrawal_approvals, added -> 'withdrawal_approvals');
  END IF;
  IF added ? 'deposits' THEN
    INSERT INTO deposits SELECT * FROM jsonb_populate_recordset(NULL::deposits, added -> 'deposits');
  END IF;
  IF added ? 'deposit_releases' THEN
    INSERT INTO deposit_releases SELECT * FROM jsonb_populate_recordset(NULL::deposit_releases, added -> 'deposit_releases');
  END IF;
  IF added ? 'operator_postings' THEN
    INSERT INTO operator_postings SELECT * FROM jsonb_populate_recordset(NULL::operator_postings, added -> 'operator_postings');
  END IF;
  IF added ? 'audit_entries' THEN
    INSERT INTO audit_entries SELECT * FROM jsonb_populate_recordset(NULL::audit_entries, added -> 'audit_entries');
  END IF;
  IF added ? 'alerts' THEN
    INSERT INTO alerts SELECT * FROM jsonb_populate_recordset(NULL::alerts, added -> 'alerts')
      ON CONFLICT (kind, subject) WHERE closed_at IS NULL DO NOTHING;
  END IF;
END
$$;

-- Updates the rows of a change set. Each update names the version or the status that it was decided on; PW001 when the
-- row has changed since.
CREATE OR REPLACE FUNCTION public.commit_updates(changes jsonb) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  target text;
  change jsonb;
BEGIN
  FOR target, change IN SELECT t.key, c.value FROM jsonb_each(changes) t, jsonb_array_elements(t.value) c LOOP
    CASE target
      WHEN 'users' THEN
        UPDATE users u SET
            (email, email_key, first_name, last_name, phone_number, account_purpose, ip_address, wallet_address,
             redirect_url, address, city, region, postal_code, status, denial_reason, kyc_session_id,
             last_card_created_at, deleted_at, version)
          = (SELECT r.email, r.email_key, r.first_name, r.last_name, r.phone_number, r.account_purpose, r.ip_address,
             r.wallet_address, r.redirect_url, r.address, r.city, r.region, r.postal_code, r.status,
             r.denial_reason, r.kyc_session_id, r.last_card_created_at, r.deleted_at, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'cards' THEN
        UPDATE cards u SET
            (status, terminated_at, terminate_reference, shortfall_since, version)
          = (SELECT r.status, r.terminated_at, r.terminate_reference, r.shortfall_since, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'card_transactions' THEN
        UPDATE card_transactions u SET
            (amount_micro_usd, status, held_micro_usd, refunded_micro_usd, version)
          = (SELECT r.amount_micro_usd, r.status, r.held_micro_usd, r.refunded_micro_usd, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'network_transactions' THEN
        UPDATE network_transactions u SET
            (held_micro_usd, captured_micro_usd, refunded_micro_usd, charged_micro_usd, fee_micro_usd, updated_at, version)
          = (SELECT r.held_micro_usd, r.captured_micro_usd, r.refunded_micro_usd, r.charged_micro_usd, r.fee_micro_usd,
             r.updated_at, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'withdrawals' THEN
        UPDATE withdrawals u SET
            (status, tx_hash, reject_reason, failure_reason, approved_at, completed_at, cancelled_at, rejected_at,
             failed_at, version)
          = (SELECT r.status, r.tx_hash, r.reject_reason, r.failure_reason, r.approved_at, r.completed_at, r.cancelled_at,
             r.rejected_at, r.failed_at, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'kyc_sessions' THEN
        UPDATE kyc_sessions u SET
            (opened_at, completed_at, outcome)
          = (SELECT r.opened_at, r.completed_at, r.outcome
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id';
      WHEN 'chain_cursors' THEN
        UPDATE chain_cursors u SET
            (block_number, block_hash, version)
          = (SELECT r.block_number, r.block_hash, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.chain = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'partners' THEN
        -- A partner has no version column: xmin differs after every change of the row.
        UPDATE partners u SET
            (kyc_fee_micro_usd, card_creation_fee_micro_usd, funding_fee_micro_usd, funding_fee_bps,
             card_withdrawal_fee_micro_usd, cross_border_fee_bps, requests_per_s, request_burst,
             second_approval_above_micro_usd)
          = (SELECT r.kyc_fee_micro_usd, r.card_creation_fee_micro_usd, r.funding_fee_micro_usd, r.funding_fee_bps,
             r.card_withdrawal_fee_micro_usd, r.cross_border_fee_bps, r.requests_per_s, r.request_burst,
             r.second_approval_above_micro_usd
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.xmin::text = change ->> 'version';
      WHEN 'alerts' THEN
        UPDATE alerts u SET closed_at = (SELECT r.closed_at FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.closed_at IS NULL;
      WHEN 'operator_postings' THEN
        UPDATE operator_postings u SET
            (status, decided_by, decided_at, decision_reason)
          = (SELECT r.status, r.decided_by, r.decided_at, r.decision_reason
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.status = 'pending';
    END CASE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'a row of % changed', target USING ERRCODE = 'PW001';
    END IF;
  END LOOP;
END
$$;

-- prisma/sql/ledger.rules.csv
ALTER TABLE ledger.rules DISABLE TRIGGER USER;
INSERT INTO ledger.rules (journal_type, account_kind, direction) VALUES
  ('card_shortfall', 'card_shortfall', -1),
  ('card_shortfall', 'card', 1),
  ('shortfall_recovery', 'card', -1),
  ('shortfall_recovery', 'card_shortfall', 1);
ALTER TABLE ledger.rules ENABLE TRIGGER USER;
