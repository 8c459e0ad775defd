/**
 * The complete rights of the application's role: every run of `npm run migrate` grants missing ones and revokes all
 * others. A migration that adds a table or a function for the application must add a line here as well; a test compares
 * this list with the grants of the migrations.
 */

const SCHEMAS = ["ledger", "public"];

/** Tables of the schema public without a prefix. */
const TABLES: Record<string, readonly string[]> = {
  SELECT: [
    ...["ledger.accounts", "ledger.entries", "ledger.hours", "ledger.hours_end"],
    ...["ledger.wallet_hours", "ledger.wallet_hours_end"],
    ...["ledger.journals", "ledger.rules"],
    ...["ledger.day_roots", "ledger.days_end", "ledger.signing_keys"],
    ...["_prisma_migrations", "audit_chain", "audit_head", "row_counts", "state_changes"],
    ...[
      "operator_posting_kinds",
      "wallet_sums",
      "wallet_hour_sums",
      "wallet_day_sums",
      "wallet_sums_end",
    ],
    ...["card_day_sums", "card_sums", "card_sums_end", "dump_schedule", "partner_audit_entries"],
    ...[
      "payout_sums",
      "treasury_sums",
      "unplaced_transfers",
      "unswept_balances",
      "withdrawal_sums",
    ],
  ],
  "SELECT, INSERT": [
    ...[
      "audit_checkpoints",
      "audit_entries",
      "card_dispute_events",
      "deposit_addresses",
      "deposit_releases",
      "deposits",
    ],
    ...[
      "found_payouts",
      "issuer_cardholders",
      "kyc_attempts",
      "network_messages",
      "partner_clock_advances",
      "payouts",
      "service_environment",
      "signer_addresses",
      "two_administrators",
      "wallet_transactions",
      "webhook_attempts",
    ],
    ...["webhook_events", "withdrawal_approvals", "withdrawal_screenings"],
  ],
  "SELECT, INSERT, UPDATE": [
    ...["issuer_event_cursors"],
    ...["admin_requests", "alerts", "api_key_uses", "api_keys", "card_transactions", "cards"],
    ...["card_disputes", "sandbox_disputes"],
    ...[
      "chain_cursors",
      "chain_status",
      "checks",
      "deleted_users",
      "invitations",
      "issuer_updates",
      "job_runs",
      "job_starts",
      "kyc_applicants",
      "kyc_sessions",
      "network_transactions",
    ],
    ...[
      "leases",
      "operator_postings",
      "partner_activity",
      "partner_approval_rules",
      "partner_approvals",
      "partner_brands",
      "partners",
      "payout_policies",
      "payout_scans",
      "sanctions_list",
      "people",
      "provider_status",
      "relayer_nonces",
      "relayer_transactions",
      "restores",
      "sweeps",
      "users",
    ],
    ...["webhook_deliveries", "webhook_endpoints", "withdrawals"],
  ],
  "SELECT, INSERT, UPDATE (label), DELETE": ["saved_addresses"],
  "SELECT, UPDATE (due_at), UPDATE (leased_until), UPDATE (attempts)": ["user_erasures"],
  "SELECT, INSERT, DELETE": [
    ...[
      "health_samples",
      "idempotency_keys",
      "passkey_challenges",
      "request_log",
      "sanctioned_addresses",
      "sandbox_mail",
      "seen_transfers",
    ],
  ],
  "SELECT, INSERT, UPDATE, DELETE": [
    ...[
      "cardholder_attempts",
      "dispute_files",
      "issuer_events",
      "mail_outbox",
      "passkeys",
      "password_resets",
      "rate_buckets",
      "recovery_codes",
      "sandbox_kyc_outcomes",
      "sessions",
      "sign_in_attempts",
      "sso_connections",
      "sso_domains",
      "sso_identities",
      "webhook_secrets",
    ],
  ],
};

const SEQUENCES: Record<string, readonly string[]> = { USAGE: ["deposit_index"] };

/**
 * Trigger functions with the owner's rights. A trigger needs no right when it fires, but whoever may execute its function can attach
 * it to a temporary table, whose rows and types are their own.
 */
const TRIGGER_FUNCTIONS = [
  ...["chain_entry", "check_admin_request", "check_approval", "check_audit_erasure"],
  ...["check_card_correction", "check_deposit", "check_dispute", "check_found_payout"],
  ...["check_hold", "check_listed", "check_listed_debit", "check_operator_posting"],
  ...["check_partner_approval", "check_partner_rule", "check_partner_rule_change"],
  ...["check_payout_policy", "check_posting_decision", "check_posting_floor"],
  ...["check_posting_references", "check_posting_request", "check_refund", "check_refunded"],
  ...["check_release", "check_releaser", "check_reversal", "check_salt_erasure"],
  ...["check_screening", "check_second_approval", "check_state_change"],
  ...["check_terminated_accounts", "check_terminated_card", "check_wallet_transactions"],
  ...["check_withdrawal_journals", "count_deleted", "count_inserted"],
  ...["count_payout", "count_updated"],
  ...["erase_late_dispute", "list_partner_entry", "mask_deleted_user", "mask_late_answer"],
  ...["place_transfer", "require_second_administrator", "sum_changed_card_row"],
  ...["sum_late_wallet_row", "sum_signed_transfer", "sum_unswept", "uncount_withdrawal"],
];

/**
 * Functions that PUBLIC may not execute, with their argument types, and whether the application may execute them: all that run with
 * the owner's rights.
 */
const CLOSED_FUNCTIONS: readonly [name: string, takes: string, isForApp: boolean][] = [
  ["ledger.close_hours", "", true],
  ["ledger.close_wallet_hours", "", true],
  ["ledger.close_days", "", true],
  ["ledger.seal_day", "date,jsonb,jsonb", true],
  ["ledger.lock", "text[]", true],
  ["ledger.open", "jsonb", true],
  ["ledger.post", "jsonb", true],
  ["public.server_activity", "", true],
  ["public.sum_wallets", "text", true],
  ["public.sum_cards", "timestamp with time zone", true],
  ["public.audit_link", "public.audit_entries", false],
  ["public.mask_user", "text", false],
  ["public.erase_audit_values", "text[],text[]", false],
  ["public.erase_user_batch", "text,integer", true],
  ["public.purge_webhook_events", "text,integer,text", true],
  ["public.keep_webhook_events", "text[]", true],
  ["public.mark_webhook_events_sent", "text[]", true],
  ["public.skip_deposit_indexes", "integer", true],
  ...TRIGGER_FUNCTIONS.map((name): [string, string, boolean] => [`public.${name}`, "", false]),
];

const inSchema = (name: string) => (name.includes(".") ? name : `public.${name}`);

function rightsOn(kind: string, objects: Record<string, readonly string[]>): string[] {
  return Object.entries(objects).flatMap(([privileges, names]) =>
    names.flatMap((name) =>
      privileges.split(", ").map((privilege) => `${privilege} ON ${kind} ${inSchema(name)}`),
    ),
  );
}

function executeRight([name, takes]: (typeof CLOSED_FUNCTIONS)[number]): string {
  return `EXECUTE ON FUNCTION ${name}(${takes})`;
}

/** The rights of the application's role, as `GRANT … TO` names them. */
export const APP_RIGHTS: readonly string[] = [
  ...SCHEMAS.map((schema) => `USAGE ON SCHEMA ${schema}`),
  ...rightsOn("TABLE", TABLES),
  ...rightsOn("SEQUENCE", SEQUENCES),
  ...CLOSED_FUNCTIONS.filter(([, , isForApp]) => isForApp).map(executeRight),
];

/** The rights that PUBLIC must not have. PostgreSQL lets PUBLIC execute every new function. */
export const CLOSED_TO_PUBLIC: readonly string[] = CLOSED_FUNCTIONS.map(executeRight);
