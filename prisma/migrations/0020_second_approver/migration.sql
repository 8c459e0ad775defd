-- Large withdrawals are approved by two people: docs/decisions/0020-second-approver.md

-- Above it two different administrators must approve; null: one is enough for any amount.
ALTER TABLE partners ADD COLUMN "second_approval_above_micro_usd" BIGINT;
ALTER TABLE partners ADD CONSTRAINT partners_second_approval CHECK (second_approval_above_micro_usd >= 0);

-- Who let a withdrawal be sent, each once. Append-only.
CREATE TABLE withdrawal_approvals (
    "withdrawal_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "withdrawal_approvals_pkey" PRIMARY KEY ("withdrawal_id", "person_id"),
    CONSTRAINT "withdrawal_approvals_withdrawal" FOREIGN KEY (withdrawal_id) REFERENCES withdrawals (id),
    CONSTRAINT "withdrawal_approvals_person" FOREIGN KEY (person_id) REFERENCES people (id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON withdrawal_approvals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_fixed_change();
GRANT SELECT, INSERT ON withdrawal_approvals TO partner_wallet_app;

-- Where money went before, and what only looks like it: by the ends of an address, which is all that people compare.
CREATE INDEX "withdrawals_address_ends_idx" ON withdrawals(lower(left(to_address, 6)), lower(right(to_address, 4)));

-- Whether a person may approve, now.
CREATE FUNCTION may_approve(p people) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN p.partner_id IS NULL AND p.role IN ('admin', 'approver') AND p.disabled_at IS NULL;

-- An approval is given by somebody who may, while the withdrawal waits or with the step that it allows. What no longer
-- holds since it was read is PW001: read and decide again.
CREATE FUNCTION check_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM people p WHERE p.id = NEW.person_id AND may_approve(p) FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% may not approve withdrawals', NEW.person_id USING ERRCODE = 'PW001';
  END IF;
  PERFORM FROM withdrawals w WHERE w.id = NEW.withdrawal_id
    AND (w.status = 'pending' OR (w.status = 'approved' AND w.approved_at = NEW.created_at)) FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'withdrawal % waits for no approval', NEW.withdrawal_id USING ERRCODE = 'PW001';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER legal_approval BEFORE INSERT ON withdrawal_approvals FOR EACH ROW EXECUTE FUNCTION check_approval();

-- Above the partner's amount nothing is approved without two different people who may, as it is when it is committed.
-- Rows are locked: another amount, and another role, come before or after and not beside it.
CREATE FUNCTION check_second_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  given bigint;
BEGIN
  PERFORM FROM partners p WHERE p.id = NEW.partner_id AND NEW.amount_micro_usd > p.second_approval_above_micro_usd FOR SHARE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT count(*) INTO given FROM (
    SELECT FROM withdrawal_approvals a JOIN people p ON p.id = a.person_id
    WHERE a.withdrawal_id = NEW.id AND may_approve(p) FOR SHARE OF p) approvers;
  IF given < 2 THEN
    RAISE EXCEPTION 'withdrawal % needs two approvals and has %', NEW.id, given USING ERRCODE = 'PW001';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER approved_by_enough AFTER UPDATE OF status ON withdrawals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.status = 'pending' AND NEW.status = 'approved') EXECUTE FUNCTION check_second_approval();

-- As before (0006), with the amount above which two must approve, and with approvals.
CREATE OR REPLACE FUNCTION commit_updates(changes jsonb) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
            (status, terminated_at, terminate_reference, version)
          = (SELECT r.status, r.terminated_at, r.terminate_reference, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'card_transactions' THEN
        UPDATE card_transactions u SET
            (amount_micro_usd, status, held_micro_usd, refunded_micro_usd, version)
          = (SELECT r.amount_micro_usd, r.status, r.held_micro_usd, r.refunded_micro_usd, u.version + 1
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
        -- A partner has no version of its own: xmin is another after every change of the row, whoever makes it.
        UPDATE partners u SET
            (kyc_fee_micro_usd, card_creation_fee_micro_usd, funding_fee_micro_usd, funding_fee_bps,
             card_withdrawal_fee_micro_usd, cross_border_fee_bps, requests_per_s, request_burst,
             second_approval_above_micro_usd)
          = (SELECT r.kyc_fee_micro_usd, r.card_creation_fee_micro_usd, r.funding_fee_micro_usd, r.funding_fee_bps,
             r.card_withdrawal_fee_micro_usd, r.cross_border_fee_bps, r.requests_per_s, r.request_burst,
             r.second_approval_above_micro_usd
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.xmin::text = change ->> 'version';
    END CASE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'a row of % changed', target USING ERRCODE = 'PW001';
    END IF;
  END LOOP;
END
$$;

CREATE OR REPLACE FUNCTION commit_inserts(added jsonb) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  tables CONSTANT text[] := '{partners,deposit_addresses,users,deleted_users,kyc_sessions,sandbox_kyc_outcomes,cards,card_transactions,
    withdrawals,withdrawal_approvals,deposits,audit_entries,alerts}';
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
  IF added ? 'card_transactions' THEN
    INSERT INTO card_transactions SELECT * FROM jsonb_populate_recordset(NULL::card_transactions, added -> 'card_transactions');
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
  IF added ? 'audit_entries' THEN
    INSERT INTO audit_entries SELECT * FROM jsonb_populate_recordset(NULL::audit_entries, added -> 'audit_entries');
  END IF;
  IF added ? 'alerts' THEN
    INSERT INTO alerts SELECT * FROM jsonb_populate_recordset(NULL::alerts, added -> 'alerts')
      ON CONFLICT (kind, subject) WHERE closed_at IS NULL DO NOTHING;
  END IF;
END
$$;
