-- What the application may do. prisma/schema-engine/app-rights.ts has the same list, and `npm run migrate` restores it.

GRANT USAGE ON SCHEMA ledger, public TO partner_wallet_app;
GRANT SELECT ON ledger.accounts, ledger.entries, ledger.hours, ledger.hours_end, ledger.journals, ledger.rules,
  audit_chain, audit_head, row_counts, state_changes, operator_posting_kinds, wallet_sums, wallet_sums_end TO
  partner_wallet_app;
GRANT SELECT, INSERT ON audit_checkpoints, audit_entries, deposit_addresses, deposit_releases, deposits, payouts,
  service_environment, wallet_transactions, webhook_attempts, webhook_events, withdrawal_approvals TO
  partner_wallet_app;
GRANT SELECT, INSERT, UPDATE ON admin_requests, alerts, api_key_uses, api_keys, card_transactions, cards,
  chain_cursors, chain_status, checks, deleted_users, invitations, job_runs, job_starts, kyc_sessions, leases,
  operator_postings, partners, people, relayer_transactions, sweeps, users, webhook_deliveries, webhook_endpoints,
  webhook_secrets, withdrawals TO partner_wallet_app;
GRANT SELECT, INSERT, UPDATE (label), DELETE ON saved_addresses TO partner_wallet_app;
GRANT SELECT, INSERT, DELETE ON idempotency_keys, request_log, seen_transfers TO partner_wallet_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_codes, sandbox_kyc_outcomes, sessions, sign_in_attempts TO
  partner_wallet_app;
GRANT USAGE ON SEQUENCE deposit_index TO partner_wallet_app;

-- Functions that not everybody may execute.
REVOKE ALL ON FUNCTION ledger.close_hours(), ledger.lock(text[]), ledger.open(jsonb), ledger.post(jsonb),
  public.sum_wallets(text), public.audit_link(public.audit_entries), public.chain_entry(), public.mask_user(text) FROM
  PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.close_hours(), ledger.lock(text[]), ledger.open(jsonb), ledger.post(jsonb),
  public.sum_wallets(text) TO partner_wallet_app;

-- The application reads which migrations ran. The table exists unless the scripts are run by hand.
DO $$
BEGIN
  IF to_regclass('_prisma_migrations') IS NOT NULL THEN
    GRANT SELECT ON _prisma_migrations TO partner_wallet_app;
  END IF;
END
$$;
