-- What the rows outside the ledger may look like, and how they may change.
-- Functions name pg_temp last in their path: unnamed it comes first, and a temporary table could stand in for a real one.

ALTER TABLE api_keys ADD CONSTRAINT api_keys_partner FOREIGN KEY (partner_id) REFERENCES partners (id);
ALTER TABLE users ADD CONSTRAINT users_partner FOREIGN KEY (partner_id) REFERENCES partners (id);
ALTER TABLE kyc_sessions ADD CONSTRAINT kyc_sessions_user FOREIGN KEY (user_id) REFERENCES users (id);
ALTER TABLE sandbox_kyc_outcomes ADD CONSTRAINT sandbox_kyc_outcomes_session FOREIGN KEY (session_id) REFERENCES kyc_sessions (id);
ALTER TABLE cards ADD CONSTRAINT cards_user FOREIGN KEY (user_id) REFERENCES users (id);
ALTER TABLE card_transactions
  ADD CONSTRAINT card_transactions_card FOREIGN KEY (card_id) REFERENCES cards (id),
  ADD CONSTRAINT card_transactions_original FOREIGN KEY (original_id) REFERENCES card_transactions (id);
ALTER TABLE wallet_transactions
  ADD CONSTRAINT wallet_transactions_journal FOREIGN KEY (journal_id) REFERENCES ledger.journals (id);
ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_partner FOREIGN KEY (partner_id) REFERENCES partners (id);
ALTER TABLE deposit_addresses ADD CONSTRAINT deposit_addresses_partner FOREIGN KEY (partner_id) REFERENCES partners (id);
ALTER TABLE people ADD CONSTRAINT people_partner FOREIGN KEY (partner_id) REFERENCES partners (id);
ALTER TABLE sessions ADD CONSTRAINT sessions_person FOREIGN KEY (person_id) REFERENCES people (id);
ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_person FOREIGN KEY (person_id) REFERENCES people (id);

ALTER TABLE partners
  ADD CONSTRAINT partners_fees CHECK (
    kyc_fee_micro_usd >= 0 AND card_creation_fee_micro_usd >= 0 AND funding_fee_micro_usd >= 0
    AND funding_fee_bps BETWEEN 0 AND 10000 AND cross_border_fee_bps BETWEEN 0 AND 10000
    -- The smallest card withdrawal is 5.00: what reaches the wallet is never below zero.
    AND card_withdrawal_fee_micro_usd BETWEEN 0 AND 5000000),
  ADD CONSTRAINT partners_rate CHECK (requests_per_s > 0 AND request_burst > 0);
-- A live user's e-mail is unique in its partner; a deleted one has no key any more.
CREATE UNIQUE INDEX users_email_key ON users (partner_id, email_key);
ALTER TABLE users
  ADD CONSTRAINT users_status CHECK (status IN ('pending', 'pending_kyc', 'approved', 'denied')),
  ADD CONSTRAINT users_program CHECK (program IN ('custodial', 'non_custodial')),
  ADD CONSTRAINT users_deleted CHECK ((deleted_at IS NULL) = (email_key IS NOT NULL));
ALTER TABLE cards
  ADD CONSTRAINT cards_status CHECK (status IN ('active', 'frozen', 'terminated')),
  ADD CONSTRAINT cards_funding CHECK (funding_type IN ('float', 'crypto')),
  ADD CONSTRAINT cards_deposit_address CHECK ((funding_type = 'crypto') = (deposit_address IS NOT NULL)),
  ADD CONSTRAINT cards_terminated CHECK ((status = 'terminated') = (terminated_at IS NOT NULL));
ALTER TABLE card_transactions
  ADD CONSTRAINT card_transactions_status CHECK (status IN ('authorized', 'declined', 'reversed', 'settled')),
  ADD CONSTRAINT card_transactions_type CHECK (type IN ('purchase', 'withdrawal', 'refund')),
  ADD CONSTRAINT card_transactions_category CHECK (
    category IN ('authorization', 'cross_border_fee', 'refund', 'card_withdrawal', 'liquidation')),
  ADD CONSTRAINT card_transactions_amounts CHECK (
    amount_micro_usd >= 0 AND fx_fee_micro_usd >= 0 AND held_micro_usd >= 0
    AND refunded_micro_usd BETWEEN 0 AND amount_micro_usd),
  ADD CONSTRAINT card_transactions_held CHECK (
    (held_micro_usd > 0) = (status = 'authorized') AND held_micro_usd IN (0, amount_micro_usd)),
  ADD CONSTRAINT card_transactions_declined CHECK ((declined_reason IS NOT NULL) = (status = 'declined'));
ALTER TABLE wallet_transactions
  ADD CONSTRAINT wallet_transactions_amount CHECK (amount_micro_usd > 0),
  ADD CONSTRAINT wallet_transactions_type CHECK (type IN ('debit', 'credit')),
  ADD CONSTRAINT wallet_transactions_status CHECK (status = 'success'),
  ADD CONSTRAINT wallet_transactions_action CHECK (action IN ('funding', 'withdrawal', 'card-creation-fee', 'kyc-fee'));
ALTER TABLE withdrawals
  ADD CONSTRAINT withdrawals_status CHECK (status IN ('pending', 'approved', 'completed', 'cancelled', 'rejected', 'failed')),
  ADD CONSTRAINT withdrawals_amounts CHECK (fee_micro_usd >= 0 AND amount_micro_usd > fee_micro_usd),
  ADD CONSTRAINT withdrawals_address CHECK (to_address ~ '^0x[a-fA-F0-9]{40}$'),
  ADD CONSTRAINT withdrawals_steps CHECK (
    (status IN ('approved', 'completed', 'failed')) = (approved_at IS NOT NULL)
    AND (status = 'completed') = (completed_at IS NOT NULL) AND (status = 'completed') = (tx_hash IS NOT NULL)
    AND (status = 'cancelled') = (cancelled_at IS NOT NULL)
    AND (status = 'rejected') = (rejected_at IS NOT NULL) AND (status = 'rejected' OR reject_reason IS NULL)
    AND (status = 'failed') = (failed_at IS NOT NULL) AND (status = 'failed') = (failure_reason IS NOT NULL));
ALTER TABLE deposits ADD CONSTRAINT deposits_amount CHECK (amount_micro_usd > 0);
ALTER TABLE people ADD CONSTRAINT people_role CHECK (
  CASE WHEN partner_id IS NULL THEN role IN ('admin', 'approver', 'auditor') ELSE role IN ('owner', 'developer', 'viewer') END);
CREATE INDEX card_transactions_original_id ON card_transactions (original_id) WHERE original_id IS NOT NULL;
CREATE SEQUENCE deposit_index START 1 MAXVALUE 2147483647;

-- Legal state changes only. The pairs are those of the domain's states.ts; a test holds the two together.
CREATE TABLE state_changes (entity text NOT NULL, from_status text NOT NULL, to_status text NOT NULL,
  PRIMARY KEY (entity, from_status, to_status));
INSERT INTO state_changes VALUES
  ('cards', 'active', 'frozen'), ('cards', 'frozen', 'active'),
  ('cards', 'active', 'terminated'), ('cards', 'frozen', 'terminated'),
  ('withdrawals', 'pending', 'approved'), ('withdrawals', 'pending', 'rejected'), ('withdrawals', 'pending', 'cancelled'),
  ('withdrawals', 'approved', 'completed'), ('withdrawals', 'approved', 'failed'),
  ('card_transactions', 'authorized', 'settled'), ('card_transactions', 'authorized', 'reversed'),
  ('users', 'pending', 'pending_kyc'), ('users', 'pending', 'approved'), ('users', 'pending', 'denied'),
  ('users', 'pending_kyc', 'approved'), ('users', 'pending_kyc', 'denied'),
  ('users', 'approved', 'denied'), ('users', 'denied', 'approved'),
  ('users', 'approved', 'pending_kyc'), ('users', 'denied', 'pending_kyc');
CREATE FUNCTION check_state_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM state_changes
      WHERE entity = TG_TABLE_NAME AND from_status = OLD.status AND to_status = NEW.status) THEN
    RAISE EXCEPTION '% may not go from % to %', TG_TABLE_NAME, OLD.status, NEW.status USING ERRCODE = 'PW003';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER legal_state BEFORE UPDATE OF status ON users FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION check_state_change();
CREATE TRIGGER legal_state BEFORE UPDATE OF status ON cards FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION check_state_change();
CREATE TRIGGER legal_state BEFORE UPDATE OF status ON card_transactions FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION check_state_change();
CREATE TRIGGER legal_state BEFORE UPDATE OF status ON withdrawals FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION check_state_change();

CREATE FUNCTION refuse_first_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% may not begin as %', TG_TABLE_NAME, NEW.status USING ERRCODE = 'PW003';
END
$$;
CREATE TRIGGER first_state BEFORE INSERT ON cards FOR EACH ROW
  WHEN (NEW.status <> 'active') EXECUTE FUNCTION refuse_first_state();
CREATE TRIGGER first_state BEFORE INSERT ON withdrawals FOR EACH ROW
  WHEN (NEW.status <> 'pending') EXECUTE FUNCTION refuse_first_state();

CREATE FUNCTION refuse_fixed_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%: what it was made with is fixed', TG_TABLE_NAME USING ERRCODE = 'PW003';
END
$$;
CREATE TRIGGER fixed_terms BEFORE UPDATE ON withdrawals FOR EACH ROW
  WHEN ((OLD.id, OLD.partner_id, OLD.amount_micro_usd, OLD.fee_micro_usd, OLD.to_address, OLD.created_at)
    IS DISTINCT FROM (NEW.id, NEW.partner_id, NEW.amount_micro_usd, NEW.fee_micro_usd, NEW.to_address, NEW.created_at))
  EXECUTE FUNCTION refuse_fixed_change();
CREATE TRIGGER fixed_terms BEFORE UPDATE ON cards FOR EACH ROW
  WHEN ((OLD.id, OLD.partner_id, OLD.user_id, OLD.funding_type, OLD.deposit_address)
    IS DISTINCT FROM (NEW.id, NEW.partner_id, NEW.user_id, NEW.funding_type, NEW.deposit_address))
  EXECUTE FUNCTION refuse_fixed_change();
-- A settlement and a partial reversal change the amount; what is final keeps it.
CREATE TRIGGER fixed_terms BEFORE UPDATE ON card_transactions FOR EACH ROW
  WHEN ((OLD.id, OLD.partner_id, OLD.card_id, OLD.category, OLD.original_id, OLD.created_at)
      IS DISTINCT FROM (NEW.id, NEW.partner_id, NEW.card_id, NEW.category, NEW.original_id, NEW.created_at)
    OR (OLD.status <> 'authorized' AND OLD.amount_micro_usd <> NEW.amount_micro_usd))
  EXECUTE FUNCTION refuse_fixed_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON deposits
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON deposit_addresses
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON cards
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON card_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON withdrawals
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- State and money belong together, seen from both sides at the end of the transaction: a withdrawal has
-- exactly the journals of its state, and its journals find it in the state that they are for. (Checks that wait for the
-- commit run without the settings of commit_work: generic plans are named here as well.)
CREATE FUNCTION check_withdrawal_journals() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  w withdrawals;
  source text;
  posted text[];
  expected text[];
BEGIN
  IF TG_TABLE_NAME = 'journals' THEN source := NEW.source_id; ELSE source := NEW.id; END IF;
  SELECT * INTO w FROM withdrawals WHERE id = source;
  SELECT coalesce(array_agg(type ORDER BY type), '{}') INTO posted FROM ledger.journals
    WHERE source_id = source AND type IN ('withdrawal', 'withdrawal_completed', 'withdrawal_refund');
  expected := CASE
    WHEN w.status IN ('pending', 'approved') THEN '{withdrawal}'
    WHEN w.status = 'completed' THEN '{withdrawal,withdrawal_completed}'
    WHEN w.status IN ('cancelled', 'rejected', 'failed') THEN '{withdrawal,withdrawal_refund}'
    ELSE '{}' END;
  IF posted IS DISTINCT FROM expected THEN
    RAISE EXCEPTION 'withdrawal % is % and has the journals %', source, w.status, posted USING ERRCODE = 'PW003';
  END IF;
  -- All of it, of this partner: the wallet's legs are the partner's because its journals are.
  IF EXISTS (
    SELECT FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id JOIN ledger.accounts a ON a.id = e.account_id
    WHERE j.source_id = source AND j.type IN ('withdrawal', 'withdrawal_completed', 'withdrawal_refund')
      AND (j.partner_id IS DISTINCT FROM w.partner_id OR abs(e.amount_micro_usd) <> CASE a.kind
        WHEN 'fees' THEN w.fee_micro_usd
        WHEN 'custody' THEN w.amount_micro_usd - w.fee_micro_usd
        ELSE w.amount_micro_usd END)
  ) THEN
    RAISE EXCEPTION 'withdrawal % and its journals differ in amount or partner', source USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER withdrawal_has_its_journals AFTER INSERT OR UPDATE ON withdrawals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_withdrawal_journals();
CREATE CONSTRAINT TRIGGER journal_has_its_withdrawal AFTER INSERT ON ledger.journals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.type IN ('withdrawal', 'withdrawal_completed', 'withdrawal_refund'))
  EXECUTE FUNCTION check_withdrawal_journals();

-- The same for what is held on cards and what was settled: a row's amounts are what its journals say, all on its card.
CREATE FUNCTION check_hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  t card_transactions;
  source text;
  held bigint;
  settled bigint;
  strange bigint;
BEGIN
  -- The journals of an authorisation carry its id, those of partial reversals its id and ':' and a number. Ids are of
  -- one length: no other stands in the range that is looked at below.
  IF TG_TABLE_NAME = 'journals' THEN source := split_part(NEW.source_id, ':', 1); ELSE source := NEW.id; END IF;
  SELECT * INTO t FROM card_transactions WHERE id = source AND category = 'authorization';
  SELECT coalesce(sum(e.amount_micro_usd) FILTER (WHERE a.kind = 'hold'), 0),
      coalesce(sum(e.amount_micro_usd) FILTER (WHERE a.kind = 'network'), 0),
      count(*) FILTER (WHERE a.card_id <> t.card_id)
    INTO held, settled, strange
    FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id JOIN ledger.accounts a ON a.id = e.account_id
    WHERE j.type IN ('authorization', 'reversal', 'settlement')
      AND j.source_id >= source AND j.source_id < source || ';' AND split_part(j.source_id, ':', 1) = source;
  IF t.id IS NULL OR strange > 0 OR held <> t.held_micro_usd
      OR settled <> (CASE t.status WHEN 'settled' THEN t.amount_micro_usd ELSE 0 END) THEN
    RAISE EXCEPTION 'card transaction % (% % of %) and its journals differ: held %, settled %, elsewhere %',
      source, t.status, t.held_micro_usd, t.amount_micro_usd, held, settled, strange USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER transaction_has_its_hold AFTER INSERT OR UPDATE ON card_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.category = 'authorization') EXECUTE FUNCTION check_hold();
CREATE CONSTRAINT TRIGGER hold_has_its_transaction AFTER INSERT ON ledger.journals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.type IN ('authorization', 'reversal', 'settlement'))
  EXECUTE FUNCTION check_hold();

-- A refund is a row and a journal of one amount on one card, and counts against the settled transaction that it is of.
CREATE FUNCTION check_refund() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  source text;
BEGIN
  IF TG_TABLE_NAME = 'journals' THEN source := NEW.source_id; ELSE source := NEW.id; END IF;
  IF NOT EXISTS (
    SELECT FROM card_transactions t
      JOIN card_transactions o ON o.id = t.original_id AND o.card_id = t.card_id
        AND o.category = 'authorization' AND o.status = 'settled'
      JOIN ledger.journals j ON j.type = 'refund' AND j.source_id = t.id
      JOIN ledger.entries e ON e.journal_id = j.id AND e.account_id = 'card:' || t.card_id
    WHERE t.id = source AND t.category = 'refund' AND e.amount_micro_usd = t.amount_micro_usd AND j.leg_count = 2
  ) THEN
    RAISE EXCEPTION 'refund % and its journal differ', source USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER refund_has_its_journal AFTER INSERT OR UPDATE ON card_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.category = 'refund') EXECUTE FUNCTION check_refund();
CREATE CONSTRAINT TRIGGER journal_has_its_refund AFTER INSERT ON ledger.journals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.type = 'refund') EXECUTE FUNCTION check_refund();

CREATE FUNCTION check_refunded() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  original text := CASE NEW.category WHEN 'refund' THEN NEW.original_id ELSE NEW.id END;
BEGIN
  IF (SELECT refunded_micro_usd FROM card_transactions WHERE id = original) IS DISTINCT FROM
      (SELECT coalesce(sum(amount_micro_usd), 0) FROM card_transactions WHERE original_id = original AND category = 'refund') THEN
    RAISE EXCEPTION 'card transaction % and its refunds differ', original USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER refunded_is_its_refunds AFTER INSERT OR UPDATE ON card_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.category = 'refund' OR NEW.refunded_micro_usd > 0)
  EXECUTE FUNCTION check_refunded();

-- Money comes in by deposits alone: each has its journal, whose source names the transfer, and each journal its deposit.
CREATE FUNCTION check_deposit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  source text;
BEGIN
  IF TG_TABLE_NAME = 'journals' THEN
    source := NEW.source_id;
  ELSE
    source := format('%s:%s:%s', NEW.chain, NEW.tx_hash, NEW.ordinal);
  END IF;
  IF NOT EXISTS (
    SELECT FROM deposits d
      JOIN ledger.journals j ON j.type = 'deposit' AND j.source_id = source
      JOIN ledger.entries e ON e.journal_id = j.id AND e.amount_micro_usd = d.amount_micro_usd
        AND e.account_id IN ('wallet:' || d.partner_id, 'card:' || d.card_id, 'suspense')
      JOIN ledger.entries c ON c.journal_id = j.id AND c.account_id = format('custody:%s:%s', d.chain, d.token)
    WHERE d.chain = split_part(source, ':', 1) AND d.tx_hash = split_part(source, ':', 2)
      AND d.ordinal::text = split_part(source, ':', 3) AND j.leg_count = 2
  ) THEN
    RAISE EXCEPTION 'deposit % and its journal differ', source USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER deposit_has_its_journal AFTER INSERT ON deposits
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_deposit();
CREATE CONSTRAINT TRIGGER journal_has_its_deposit AFTER INSERT ON ledger.journals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.type = 'deposit') EXECUTE FUNCTION check_deposit();

-- A terminated card can spend nothing, at the end of the transaction that terminates it and of each later one.
CREATE FUNCTION check_terminated_card() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  card text;
BEGIN
  IF TG_TABLE_NAME = 'accounts' THEN
    card := NEW.card_id;
  ELSE
    card := NEW.id;
    -- Whoever credits the card holds this lock until the commit: neither passes unseen by the other.
    PERFORM ledger.lock(ARRAY['card:' || card]);
  END IF;
  IF EXISTS (
    SELECT FROM cards c JOIN ledger.accounts a ON a.id = 'card:' || c.id
    WHERE c.id = card AND c.status = 'terminated' AND a.balance_micro_usd <> 0
  ) THEN
    RAISE EXCEPTION 'terminated card % has a balance', card USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER terminated_is_empty AFTER UPDATE OF status ON cards
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'terminated') EXECUTE FUNCTION check_terminated_card();
CREATE CONSTRAINT TRIGGER terminated_is_empty AFTER UPDATE OF balance_micro_usd ON ledger.accounts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.kind = 'card' AND NEW.balance_micro_usd > OLD.balance_micro_usd) EXECUTE FUNCTION check_terminated_card();

-- Row counts of the lists. One counter in eight slots, chosen by connection, so that writers seldom meet.
ALTER TABLE row_counts SET (fillfactor = 50);

CREATE FUNCTION count_inserted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'card_transactions' THEN
    INSERT INTO row_counts AS c (scope, kind, slot, n)
      SELECT s.scope, TG_TABLE_NAME, pg_backend_pid() % 8, count(*)
      FROM new_rows r, LATERAL (VALUES (r.card_id), (r.partner_id)) s (scope) GROUP BY 1 ORDER BY 1
      ON CONFLICT (scope, kind, slot) DO UPDATE SET n = c.n + excluded.n;
  ELSIF TG_TABLE_NAME = 'withdrawals' THEN
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
CREATE FUNCTION count_updated() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'users' THEN
    INSERT INTO row_counts AS c (scope, kind, slot, n)
      SELECT NEW.partner_id, 'users', pg_backend_pid() % 8, -1
      ON CONFLICT (scope, kind, slot) DO UPDATE SET n = c.n + excluded.n;
  ELSE
    INSERT INTO row_counts AS c (scope, kind, slot, n)
      SELECT NEW.partner_id, 'withdrawals:' || s.status, pg_backend_pid() % 8, s.n
      FROM (VALUES (to_jsonb(OLD) ->> 'status', -1), (to_jsonb(NEW) ->> 'status', 1)) s (status, n) ORDER BY s.status
      ON CONFLICT (scope, kind, slot) DO UPDATE SET n = c.n + excluded.n;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER count_inserted AFTER INSERT ON users
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();
CREATE TRIGGER count_inserted AFTER INSERT ON cards
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();
CREATE TRIGGER count_inserted AFTER INSERT ON card_transactions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();
CREATE TRIGGER count_inserted AFTER INSERT ON wallet_transactions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();
CREATE TRIGGER count_inserted AFTER INSERT ON withdrawals
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();
CREATE TRIGGER count_inserted AFTER INSERT ON webhook_events
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();
CREATE TRIGGER count_deleted AFTER UPDATE OF deleted_at ON users FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION count_updated();
CREATE TRIGGER count_status AFTER UPDATE OF status ON withdrawals FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION count_updated();

-- What a process keeps of a key or a partner is dropped the moment that it changes.
CREATE FUNCTION announce_caller_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('caller_changed', coalesce(to_jsonb(NEW) ->> 'partner_id', to_jsonb(NEW) ->> 'id'));
  RETURN NULL;
END
$$;
CREATE TRIGGER announce AFTER UPDATE ON partners FOR EACH ROW EXECUTE FUNCTION announce_caller_change();
CREATE TRIGGER announce AFTER UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION announce_caller_change();

GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO partner_wallet_app;
GRANT DELETE ON sandbox_kyc_outcomes, idempotency_keys, sessions TO partner_wallet_app;
REVOKE INSERT, UPDATE ON row_counts, state_changes FROM partner_wallet_app;
REVOKE UPDATE ON audit_entries, wallet_transactions, deposits, deposit_addresses, webhook_events, idempotency_keys FROM partner_wallet_app;
GRANT USAGE ON SEQUENCE deposit_index TO partner_wallet_app;
-- Which migrations ran is for the application to read.
DO $$
BEGIN
  IF to_regclass('_prisma_migrations') IS NOT NULL THEN
    REVOKE INSERT, UPDATE ON _prisma_migrations FROM partner_wallet_app;
  END IF;
END
$$;
