-- Disputes of card transactions: the card is credited at once (account disputes), the issuer decides later, and a lost
-- dispute takes the credit back: docs/decisions/0072-disputes.md

CREATE TABLE card_disputes (
  id text NOT NULL,
  partner_id text NOT NULL,
  card_id text NOT NULL,
  transaction_id text NOT NULL,
  issuer text NOT NULL,
  amount_micro_usd bigint NOT NULL,
  reason text NOT NULL,
  explanation text NOT NULL,
  facts jsonb NOT NULL,
  status text NOT NULL,
  issuer_dispute_id text,
  detail text,
  created_at timestamptz(3) NOT NULL,
  submitted_at timestamptz(3),
  decided_at timestamptz(3),
  due_at timestamptz(3),
  leased_until timestamptz(3),
  attempts integer NOT NULL,
  failure text,
  version integer NOT NULL,
  CONSTRAINT card_disputes_pkey PRIMARY KEY (id),
  CONSTRAINT card_disputes_card FOREIGN KEY (card_id, partner_id) REFERENCES cards(id, partner_id),
  CONSTRAINT card_disputes_transaction FOREIGN KEY (transaction_id) REFERENCES card_transactions(id),
  CONSTRAINT card_disputes_status CHECK (status IN ('pending', 'submitted', 'won', 'lost', 'withdrawn', 'failed')),
  -- Issuers take whole cents.
  CONSTRAINT card_disputes_amount CHECK (amount_micro_usd > 0 AND amount_micro_usd % 10000 = 0),
  CONSTRAINT card_disputes_submitted CHECK (
    (status IN ('pending', 'failed')) = (submitted_at IS NULL) AND (submitted_at IS NULL OR issuer_dispute_id IS NOT NULL)),
  CONSTRAINT card_disputes_decided CHECK ((status IN ('pending', 'submitted')) = (decided_at IS NULL)),
  CONSTRAINT card_disputes_due CHECK ((due_at IS NOT NULL) = (decided_at IS NULL))
);
-- Issuers take one dispute of a transaction, unless the cardholder gave it up or they never had it.
CREATE UNIQUE INDEX card_disputes_transaction_key ON card_disputes(transaction_id) WHERE status NOT IN ('withdrawn', 'failed');
CREATE INDEX card_disputes_transaction_id_idx ON card_disputes(transaction_id);
CREATE INDEX card_disputes_partner_id_id_idx ON card_disputes(partner_id, id DESC);
CREATE INDEX card_disputes_due_at_idx ON card_disputes(due_at) WHERE due_at IS NOT NULL;

-- The disputes that the sandbox has as an issuer.
CREATE TABLE sandbox_disputes (
  id text NOT NULL,
  transaction_id text NOT NULL,
  amount_micro_usd bigint NOT NULL,
  status text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT sandbox_disputes_pkey PRIMARY KEY (id),
  CONSTRAINT sandbox_disputes_status CHECK (status IN ('open', 'submitted', 'won', 'lost', 'withdrawn'))
);
CREATE INDEX sandbox_disputes_transaction_id_idx ON sandbox_disputes(transaction_id);

GRANT SELECT, INSERT, UPDATE ON card_disputes, sandbox_disputes TO partner_wallet_app;

-- The rows of a card's list that show the credit of a dispute and its end have the dispute's id as reference.
ALTER TABLE card_transactions DROP CONSTRAINT card_transactions_category;
ALTER TABLE card_transactions ADD CONSTRAINT card_transactions_category CHECK (category IN ('authorization', 'reversal',
  'cross_border_fee', 'refund', 'card_withdrawal', 'liquidation', 'correction', 'dispute')) NOT VALID;
ALTER TABLE card_transactions VALIDATE CONSTRAINT card_transactions_category;
CREATE UNIQUE INDEX card_transactions_dispute_key ON card_transactions(reference, type) WHERE category = 'dispute';

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
--   disputes     what the card network may return for open disputes: zero or below
CREATE OR REPLACE FUNCTION ledger.check_new_account() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  is_allowed boolean := CASE NEW.kind
    WHEN 'wallet' THEN NEW.partner_id IS NOT NULL AND NEW.card_id IS NULL AND NEW.id = 'wallet:' || NEW.partner_id
    WHEN 'card' THEN NEW.partner_id IS NOT NULL AND NEW.card_id IS NOT NULL AND NEW.id = 'card:' || NEW.card_id
    WHEN 'hold' THEN NEW.partner_id IS NOT NULL AND NEW.card_id IS NOT NULL AND NEW.id = 'hold:' || NEW.card_id
    WHEN 'card_shortfall' THEN NEW.partner_id IS NOT NULL AND NEW.card_id IS NOT NULL AND NEW.id = 'card_shortfall:' || NEW.card_id
    WHEN 'custody' THEN NEW.partner_id IS NULL AND NEW.card_id IS NULL AND NEW.id LIKE 'custody:%:%'
    ELSE NEW.kind IN ('payout', 'fees', 'network', 'suspense', 'bank', 'capital', 'costs', 'adjustments', 'disputes')
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

-- Trigger at the commit: a dispute has the journals of its status, each of its amount, and the rows in the list of its card
-- that show them. Its transaction is a settled debit of that card.
CREATE OR REPLACE FUNCTION public.check_dispute() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  source text;
  d card_disputes;
  ending text;
  strange_legs bigint;
  strange_rows bigint;
BEGIN
  IF TG_TABLE_NAME = 'journals' THEN source := NEW.source_id;
  ELSIF TG_TABLE_NAME = 'card_transactions' THEN source := NEW.reference;
  ELSE source := NEW.id; END IF;
  SELECT * INTO d FROM card_disputes WHERE id = source;
  ending := CASE WHEN d.status = 'won' THEN 'dispute_won' WHEN d.decided_at IS NOT NULL THEN 'dispute_reversal' END;
  SELECT count(*) INTO strange_legs
    FROM (SELECT j.type, j.partner_id, e.account_id, e.amount_micro_usd
        FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id
        WHERE j.type IN ('dispute_credit', 'dispute_won', 'dispute_reversal') AND j.source_id = source) m
      FULL JOIN (SELECT * FROM (VALUES
          ('dispute_credit', 'disputes', -d.amount_micro_usd), ('dispute_credit', 'card:' || d.card_id, d.amount_micro_usd),
          ('dispute_won', 'network', -d.amount_micro_usd), ('dispute_won', 'disputes', d.amount_micro_usd),
          ('dispute_reversal', 'card:' || d.card_id, -d.amount_micro_usd), ('dispute_reversal', 'disputes', d.amount_micro_usd)
        ) v (type, account_id, amount_micro_usd) WHERE v.type IN ('dispute_credit', ending)) w
        ON (m.type, m.account_id, m.amount_micro_usd) = (w.type, w.account_id, w.amount_micro_usd)
    WHERE m.type IS NULL OR w.type IS NULL OR m.partner_id <> d.partner_id;
  SELECT count(*) INTO strange_rows
    FROM (SELECT * FROM card_transactions WHERE category = 'dispute' AND reference = source) t
      FULL JOIN (SELECT * FROM (VALUES ('refund', 'reversed'), ('withdrawal', 'settled')) v (type, status)
        WHERE v.type = 'refund' OR ending = 'dispute_reversal') w ON t.type = w.type
    WHERE w.type IS NULL OR (t.status, t.amount_micro_usd, t.card_id, t.partner_id, t.original_id)
      IS DISTINCT FROM (w.status, d.amount_micro_usd, d.card_id, d.partner_id, d.transaction_id);
  IF d.id IS NULL OR strange_legs > 0 OR strange_rows > 0 OR NOT EXISTS (
    SELECT FROM card_transactions o WHERE o.id = d.transaction_id AND o.amount_micro_usd >= d.amount_micro_usd
      AND (o.card_id, o.partner_id, o.category, o.status) = (d.card_id, d.partner_id, 'authorization', 'settled')
  ) THEN
    RAISE EXCEPTION 'dispute % and its journals or rows differ', source USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;

-- Inserts the rows of a change set, table by table in a fixed order. PW003 for a table that is not one of them.
CREATE OR REPLACE FUNCTION public.commit_inserts(added jsonb) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  tables CONSTANT text[] := '{partners,deposit_addresses,users,deleted_users,kyc_sessions,sandbox_kyc_outcomes,cards,network_transactions,card_transactions,network_messages,card_disputes,
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
  IF added ? 'card_disputes' THEN
    INSERT INTO card_disputes SELECT * FROM jsonb_populate_recordset(NULL::card_disputes, added -> 'card_disputes');
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
      WHEN 'card_disputes' THEN
        UPDATE card_disputes u SET
            (status, issuer_dispute_id, detail, submitted_at, decided_at, due_at, leased_until, attempts, failure, version)
          = (SELECT r.status, r.issuer_dispute_id, r.detail, r.submitted_at, r.decided_at, r.due_at, r.leased_until, r.attempts,
             r.failure, u.version + 1
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
  ('dispute_credit', 'disputes', -1),
  ('dispute_credit', 'card', 1),
  ('dispute_won', 'network', -1),
  ('dispute_won', 'disputes', 1),
  ('dispute_reversal', 'card', -1),
  ('dispute_reversal', 'disputes', 1);
ALTER TABLE ledger.rules ENABLE TRIGGER USER;

-- prisma/sql/public.state_changes.csv
ALTER TABLE public.state_changes DISABLE TRIGGER USER;
INSERT INTO public.state_changes (entity, from_status, to_status) VALUES
  ('card_disputes', 'pending', 'submitted'),
  ('card_disputes', 'pending', 'failed'),
  ('card_disputes', 'submitted', 'won'),
  ('card_disputes', 'submitted', 'lost'),
  ('card_disputes', 'submitted', 'withdrawn');
ALTER TABLE public.state_changes ENABLE TRIGGER USER;

INSERT INTO ledger.accounts (id, kind, created_at) VALUES ('disputes', 'disputes', now());

-- Triggers of card_disputes
CREATE TRIGGER legal_state BEFORE UPDATE OF status ON card_disputes FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION check_state_change();
CREATE TRIGGER first_state BEFORE INSERT ON card_disputes FOR EACH ROW
  WHEN (NEW.status <> 'pending') EXECUTE FUNCTION refuse_first_state();
CREATE TRIGGER fixed_terms BEFORE UPDATE ON card_disputes FOR EACH ROW
  WHEN ((OLD.id, OLD.partner_id, OLD.card_id, OLD.transaction_id, OLD.issuer, OLD.amount_micro_usd, OLD.reason, OLD.created_at)
    IS DISTINCT FROM (NEW.id, NEW.partner_id, NEW.card_id, NEW.transaction_id, NEW.issuer, NEW.amount_micro_usd, NEW.reason,
      NEW.created_at))
  EXECUTE FUNCTION refuse_fixed_change();
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON card_disputes
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE CONSTRAINT TRIGGER dispute_has_its_journals AFTER INSERT OR UPDATE OF status ON card_disputes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_dispute();
CREATE CONSTRAINT TRIGGER dispute_row_has_its_journal AFTER INSERT ON card_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.category = 'dispute') EXECUTE FUNCTION check_dispute();
CREATE CONSTRAINT TRIGGER journal_has_its_dispute AFTER INSERT ON ledger.journals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.type IN ('dispute_credit', 'dispute_won', 'dispute_reversal'))
  EXECUTE FUNCTION check_dispute();
