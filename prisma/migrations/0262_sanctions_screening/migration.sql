-- Sanctions screening of withdrawals: the list, and the result of each check. docs/decisions/0095-sanctions-screening.md

CREATE TABLE sanctions_list (
  is_current boolean NOT NULL DEFAULT true,
  source text NOT NULL,
  sha256 text NOT NULL,
  address_count integer NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  fetched_at timestamptz(3) NOT NULL,
  CONSTRAINT sanctions_list_pkey PRIMARY KEY (is_current),
  CONSTRAINT sanctions_list_one_row CHECK (is_current),
  CONSTRAINT sanctions_list_sha256 CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  CONSTRAINT sanctions_list_count CHECK (address_count > 0)
);
COMMENT ON TABLE sanctions_list IS 'The list of sanctioned addresses in force. One row, or none before the first list.';
COMMENT ON COLUMN sanctions_list.fetched_at IS 'When the list was last fetched, changed or not.';

CREATE TABLE sanctioned_addresses (
  address text NOT NULL,
  CONSTRAINT sanctioned_addresses_pkey PRIMARY KEY (address),
  CONSTRAINT sanctioned_addresses_address CHECK (address ~ '^0x[0-9a-f]{40}$')
);
COMMENT ON TABLE sanctioned_addresses IS 'The addresses of the list in force, in lower case.';

CREATE TABLE withdrawal_screenings (
  withdrawal_id text NOT NULL,
  partner_id text NOT NULL,
  stage text NOT NULL,
  outcome text NOT NULL,
  reason text,
  list_sha256 text,
  person_id text,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT withdrawal_screenings_pkey PRIMARY KEY (withdrawal_id, stage, outcome),
  CONSTRAINT withdrawal_screenings_withdrawal FOREIGN KEY (withdrawal_id) REFERENCES withdrawals(id),
  CONSTRAINT withdrawal_screenings_person FOREIGN KEY (person_id) REFERENCES people(id),
  CONSTRAINT withdrawal_screenings_stage CHECK (stage IN ('request', 'payout', 'review')),
  CONSTRAINT withdrawal_screenings_outcome CHECK (outcome IN ('clear', 'hit', 'unavailable', 'released')),
  CONSTRAINT withdrawal_screenings_reason CHECK (outcome = 'clear' OR reason IS NOT NULL),
  CONSTRAINT withdrawal_screenings_release
    CHECK ((outcome = 'released') = (person_id IS NOT NULL) AND (outcome <> 'released' OR stage = 'review'))
);
CREATE INDEX withdrawal_screenings_partner_id_withdrawal_id_idx ON withdrawal_screenings(partner_id, withdrawal_id DESC);
COMMENT ON TABLE withdrawal_screenings IS 'The first time of each outcome of a withdrawal''s screening, per stage. Append-only.';
COMMENT ON COLUMN withdrawal_screenings.stage IS 'request: Create Withdrawal; review: an administrator; payout: before signing.';

GRANT SELECT, INSERT, UPDATE ON sanctions_list TO partner_wallet_app;
GRANT SELECT, INSERT, DELETE ON sanctioned_addresses TO partner_wallet_app;
GRANT SELECT, INSERT ON withdrawal_screenings TO partner_wallet_app;

-- Trigger: a withdrawal whose address was on the sanctions list is approved only after an administrator released it. PW001:
-- read and decide again. Source: docs/decisions/0095-sanctions-screening.md
CREATE OR REPLACE FUNCTION public.check_screening() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM withdrawal_screenings s WHERE s.withdrawal_id = NEW.id AND s.outcome = 'hit')
      AND NOT EXISTS (SELECT FROM withdrawal_screenings s WHERE s.withdrawal_id = NEW.id AND s.outcome = 'released') THEN
    RAISE EXCEPTION 'withdrawal % is held by the sanctions screening', NEW.id USING ERRCODE = 'PW001';
  END IF;
  RETURN NEW;
END
$$;

-- Inserts the rows of a change set, table by table in a fixed order. PW003 for a table that is not one of them.
CREATE OR REPLACE FUNCTION public.commit_inserts(added jsonb) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  tables CONSTANT text[] := '{partners,deposit_addresses,users,deleted_users,kyc_sessions,sandbox_kyc_outcomes,cards,network_transactions,card_transactions,network_messages,card_disputes,
    withdrawals,withdrawal_approvals,withdrawal_screenings,deposits,deposit_releases,operator_postings,audit_entries,alerts}';
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
  IF added ? 'withdrawal_screenings' THEN
    INSERT INTO withdrawal_screenings
      SELECT * FROM jsonb_populate_recordset(NULL::withdrawal_screenings, added -> 'withdrawal_screenings');
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

CREATE TRIGGER screened BEFORE UPDATE OF status ON withdrawals FOR EACH ROW
  WHEN (OLD.status = 'pending' AND NEW.status = 'approved') EXECUTE FUNCTION check_screening();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON withdrawal_screenings
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
