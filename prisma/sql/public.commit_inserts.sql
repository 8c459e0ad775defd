-- Inserts the rows of a change set, table by table in a fixed order. PW003 for a table that is not one of them.
CREATE OR REPLACE FUNCTION public.commit_inserts(added jsonb) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  tables CONSTANT text[] := '{partners,deposit_addresses,users,deleted_users,kyc_sessions,sandbox_kyc_outcomes,cards,network_transactions,card_transactions,network_messages,card_disputes,
    withdrawals,partner_approvals,withdrawal_approvals,withdrawal_screenings,deposits,deposit_releases,operator_postings,audit_entries,alerts}';
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
  IF added ? 'partner_approvals' THEN
    INSERT INTO partner_approvals SELECT * FROM jsonb_populate_recordset(NULL::partner_approvals, added -> 'partner_approvals');
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
    -- An alert that is open gets the newest text, because its cause can grow or shrink. It opens at the time of the database, by
    -- which its messages are sent.
    INSERT INTO alerts (id, kind, subject, text, opened_at)
      SELECT DISTINCT ON (kind, subject) id, kind, subject, text, now() FROM jsonb_populate_recordset(NULL::alerts, added -> 'alerts')
      ORDER BY kind, subject, id DESC
      ON CONFLICT (kind, subject) WHERE closed_at IS NULL DO UPDATE SET text = excluded.text WHERE alerts.text <> excluded.text;
  END IF;
END
$$;
