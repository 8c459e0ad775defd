/**
 * The complete rights of the role for reports and support, which `npm run migrate` grants. A table or a column that is not
 * listed cannot be read by that role, so a new one is closed until somebody adds it here. Left out are secrets (sealed card
 * data, hashes and seeds of credentials, tokens, signatures, bodies of messages, answers of earlier requests) and personal
 * data that support does not need, above all texts about card users that the erasure removes. test/architecture/read-rights.test.ts checks what is listed.
 */

export const READ_ROLE = "partner_wallet_read";

/** Tables of which every column may be read; those of the schema public without a prefix. */
const TABLES: readonly string[] = [
  ...["ledger.accounts", "ledger.day_roots", "ledger.days_end", "ledger.entries", "ledger.hours"],
  ...["ledger.hours_end", "ledger.journals", "ledger.rules", "ledger.signing_keys"],
  ...["ledger.wallet_hours", "ledger.wallet_hours_end"],
  ...["_prisma_migrations", "alerts", "api_key_uses", "audit_chain", "audit_checkpoints"],
  ...["audit_entries", "audit_head", "card_dispute_events", "card_day_sums", "card_sums"],
  ...["card_sums_end", "card_transactions", "chain_cursors", "chain_status", "checks"],
  ...["deposit_addresses", "deposit_releases", "deposits", "dump_schedule", "health_samples"],
  ...["issuer_event_cursors", "issuer_updates", "job_runs", "job_starts", "leases"],
  ...["network_messages", "network_transactions", "operator_posting_kinds", "operator_postings"],
  ...["partner_activity", "partner_approval_rules", "partner_approvals", "partner_audit_entries"],
  ...[
    "partner_clock_advances",
    "partners",
    "payout_policies",
    "payout_sums",
    "provider_status",
    "row_counts",
  ],
  ...["sanctioned_addresses", "sanctions_list", "saved_addresses", "seen_transfers"],
  ...[
    "service_environment",
    "signer_addresses",
    "state_changes",
    "treasury_sums",
    "two_administrators",
    "unplaced_transfers",
    "unswept_balances",
  ],
  ...[
    "wallet_day_sums",
    "wallet_hour_sums",
    "wallet_sums",
    "wallet_sums_end",
    "wallet_transactions",
  ],
  "webhook_deliveries",
  ...["withdrawal_screenings", "withdrawal_sums", "withdrawals"],
];

/** Columns that may be read of tables with secrets or personal data. */
const COLUMNS: Readonly<Record<string, string>> = {
  admin_requests:
    "id kind target_id requested_by created_at expires_at confirmed_by confirmed_at cancelled_by cancelled_at",
  api_keys:
    "id partner_id name hint created_at revoked_at expires_at valid_until allowed_ips scopes created_by taken_over_by",
  card_disputes:
    "id partner_id card_id transaction_id issuer amount_micro_usd reason status issuer_dispute_id detail created_at filed_at submitted_at decided_at due_at leased_until attempts failure version",
  cardholder_attempts: "issuer user_id started_at",
  cards:
    "id partner_id user_id card_name currency status program funding_type first6 last4 issuer_card_id deposit_address created_at terminated_at version issuer shortfall_since",
  dispute_files:
    "id partner_id transaction_id dispute_id media_type size_bytes issuer_file_id created_at",
  invitations:
    "id partner_id email role invited_by created_at expires_at accepted_at revoked_at recovers",
  issuer_cardholders: "issuer user_id cardholder_id created_at",
  issuer_events:
    "issuer id type issued_at received_at outcome attempts due_at applied_at failure leased_until",
  kyc_applicants:
    "user_id partner_id provider ordinal provider_id created_at closed_at poll_due_at polls erase_due_at erase_attempts erased_at",
  kyc_attempts: "provider attempt_id user_id created_at",
  kyc_sessions:
    "id user_id partner_id provider created_at expires_at opened_at completed_at outcome withdrawn_at",
  mail_outbox:
    "id channel kind partner_id person_id created_at expires_at due_at leased_until attempts sent_at failed_at failure",
  partner_brands: "partner_id public_name logo_sha256 changed_at",
  passkeys: "id person_id transports is_backed_up name created_at last_used_at",
  payouts:
    "withdrawal_id partner_id chain token_address from_address to_address amount_micro_usd valid_before created_at",
  people:
    "id partner_id email name role disabled_at owner_until created_at sponsor_id role_since approves_from codes_locked_until passwords_locked_until",
  relayer_transactions:
    "id chain relayer_address nonce purpose purpose_id hash max_fee_per_gas_wei max_priority_fee_per_gas_wei status block_number created_at broadcast_at settled_at",
  request_log:
    "id partner_id key_id person_id method route path status error_code duration_ms created_at",
  sessions: "person_id created_at expires_at revoked_at viewing_partner_id",
  sso_connections:
    "id partner_id issuer client_id role_claim is_only used_at failed_at failure changed_at",
  sso_domains: "partner_id domain created_at verified_at",
  sso_identities: "issuer person_id partner_id created_at",
  sweeps:
    "id chain token token_address from_address to_address amount_micro_usd valid_before status tx_hash created_at completed_at",
  users:
    "id partner_id email first_name last_name program country_code status denial_reason kyc_session_id last_card_created_at created_at deleted_at version",
  webhook_attempts:
    "id partner_id event_id number succeeded status_code error started_at duration_ms",
  webhook_endpoints: "partner_id events last_success_at failing_since paused_at",
  webhook_events: "id partner_id type resource_id created_at sequence is_test is_sent",
  withdrawal_approvals: "withdrawal_id person_id created_at",
};

const inSchema = (name: string) => (name.includes(".") ? name : `public.${name}`);

/** The rights of the role, as `GRANT … TO` names them. */
export const READ_RIGHTS: readonly string[] = [
  ...["ledger", "public"].map((schema) => `USAGE ON SCHEMA ${schema}`),
  ...TABLES.map((name) => `SELECT ON TABLE ${inSchema(name)}`),
  ...Object.entries(COLUMNS).flatMap(([table, columns]) =>
    columns.split(" ").map((column) => `SELECT (${column}) ON TABLE ${inSchema(table)}`),
  ),
];
