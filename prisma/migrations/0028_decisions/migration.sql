-- What the operator's people decide: each decision takes a code of its own and each approval is somebody's, whatever the
-- amount (docs/decisions/0012 and 0020); and who looks at a partner's dashboard hears of it for as long as they look.

-- Codes of authenticators that have decided something, by the 30 seconds that they are of (RFC 6238, counted since 1970):
-- each decides once. Append-only.
CREATE TABLE used_codes (
    "person_id" TEXT NOT NULL,
    "step" BIGINT NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "used_codes_pkey" PRIMARY KEY ("person_id", "step"),
    CONSTRAINT "used_codes_person" FOREIGN KEY (person_id) REFERENCES people (id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON used_codes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_fixed_change();
GRANT SELECT, INSERT ON used_codes TO partner_wallet_app;

-- As before (0020), for every withdrawal: nothing is approved without somebody who may, above the partner's amount without
-- two. Rows are locked: another amount, and another role, come before or after and not beside it.
CREATE OR REPLACE FUNCTION check_second_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  needed bigint;
  given bigint;
BEGIN
  SELECT CASE WHEN NEW.amount_micro_usd > p.second_approval_above_micro_usd THEN 2 ELSE 1 END INTO needed
    FROM partners p WHERE p.id = NEW.partner_id FOR SHARE;
  SELECT count(*) INTO given FROM (
    SELECT FROM withdrawal_approvals a JOIN people p ON p.id = a.person_id
    WHERE a.withdrawal_id = NEW.id AND may_approve(p) FOR SHARE OF p) approvers;
  IF given < needed THEN
    RAISE EXCEPTION 'withdrawal % needs % approvals and has %', NEW.id, needed, given USING ERRCODE = 'PW001';
  END IF;
  RETURN NULL;
END
$$;

-- Who follows changes in a session is cut off when another dashboard is looked at in it, or none any more.
CREATE TRIGGER announce_viewing AFTER UPDATE OF viewing_partner_id ON sessions FOR EACH ROW
  WHEN (OLD.viewing_partner_id IS DISTINCT FROM NEW.viewing_partner_id) EXECUTE FUNCTION announce_person_change();

-- As before (0020), with used codes.
CREATE OR REPLACE FUNCTION commit_inserts(added jsonb) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  tables CONSTANT text[] := '{partners,deposit_addresses,users,deleted_users,kyc_sessions,sandbox_kyc_outcomes,cards,card_transactions,
    withdrawals,withdrawal_approvals,used_codes,deposits,audit_entries,alerts}';
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
  IF added ? 'used_codes' THEN
    INSERT INTO used_codes SELECT * FROM jsonb_populate_recordset(NULL::used_codes, added -> 'used_codes');
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
