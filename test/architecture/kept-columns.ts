/**
 * Every column with text, JSON, bytes or a day that the erasure of a card user leaves as it is, with the reason: docs/erasure.md.
 * A new column is either emptied by the erasure (erased-columns.ts finds that by itself) or has its place here. Choose the reason
 * by what a partner, a provider or an operator can write into the column.
 */
export const KEPT_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "The service makes the value: an id, a kind, a state, a code, a hash or a name of its own. It names nobody once the user is erased.":
    {
      admin_requests: "id kind target_id requested_by confirmed_by cancelled_by",
      alerts: "id kind subject closed_by",
      api_key_uses: "key_id partner_id",
      api_keys: "id partner_id hint key_hash allowed_ips scopes created_by taken_over_by",
      audit_chain: "entry_id previous_hash hash",
      audit_checkpoints: "hash",
      audit_entries: "id person_id action target_id request_id partner_id",
      audit_head: "hash",
      card_day_sums: "partner_id kind",
      card_dispute_events: "id dispute_id type",
      card_disputes: "id partner_id card_id transaction_id issuer reason status issuer_dispute_id",
      card_sums: "partner_id kind",
      card_transactions: "id partner_id card_id category currency status type original_id",
      cardholder_attempts: "issuer user_id",
      cards:
        "id partner_id user_id currency status program funding_type issuer_card_id request_key issuer",
      checks: "kind person_id",
      deleted_users: "partner_id email_hash status",
      deposit_releases: "deposit_id partner_id person_id",
      health_samples: "component state",
      idempotency_keys: "partner_id endpoint request_hash resource_id request_id",
      issuer_cardholders: "issuer user_id cardholder_id",
      issuer_event_cursors: "issuer",
      issuer_events: "issuer id type outcome",
      issuer_updates: "issuer kind issuer_id status partner_id request_key",
      job_runs: "name",
      job_starts: "name holder",
      kyc_applicants: "user_id partner_id provider session_id provider_id",
      kyc_sessions: "id user_id partner_id provider outcome",
      leases: "name holder",
      "ledger.accounts": "id kind partner_id card_id",
      "ledger.day_roots":
        "partner_id day root previous hash key_id signature first_journal_id last_journal_id",
      "ledger.days_end": "awaited_before closed_before sealed_before",
      "ledger.entries": "journal_id account_id",
      "ledger.hours": "line",
      "ledger.journals": "id type source_id partner_id request_id",
      "ledger.rules": "journal_type account_kind",
      "ledger.signing_keys": "key_id public_key",
      "ledger.wallet_hours": "account_id journal_type",
      mail_outbox: "id channel kind partner_id person_id link_sealed",
      network_messages: "id network_transaction_id kind covers",
      network_transactions: "id partner_id card_id",
      operator_posting_kinds: "kind",
      operator_postings: "id kind status partner_id card_id legs requested_by decided_by",
      partner_activity: "partner_id",
      partner_approval_rules: "partner_id next_by changed_by",
      partner_approvals: "withdrawal_id partner_id requested_by approved_by",
      partner_audit_entries: "partner_id entry_id action target_id person_id",
      partner_clock_advances: "partner_id",
      payout_policies: "partner_id",
      rate_buckets: "key",
      recovery_codes: "person_id code_hash used_in",
      request_log: "id partner_id key_id person_id method route error_code",
      restores: "id started_by chain_cursors ended_by",
      row_counts: "scope kind",
      sandbox_disputes: "id transaction_id status",
      sandbox_kyc_outcomes: "session_id user_id status",
      service_environment: "environment",
      state_changes: "entity from_status to_status",
      sign_in_attempts: "email_hash scope",
      user_erasures: "user_id partner_id",
      users: "id partner_id program status",
      wallet_day_sums: "partner_id category",
      wallet_hour_sums: "partner_id category",
      wallet_sums: "partner_id category",
      wallet_sums_end: "before_id awaited_id",
      wallet_transactions: "id partner_id journal_id currency type status action category card_id",
      webhook_attempts: "id partner_id event_id",
      webhook_deliveries: "event_id partner_id resource_id status lease_id",
      webhook_events: "id partner_id type resource_id",
      webhook_secrets: "id partner_id secret_sealed",
      withdrawal_approvals: "withdrawal_id person_id signature",
      withdrawal_screenings: "withdrawal_id partner_id stage outcome list_sha256 person_id",
      withdrawal_sums: "partner_id",
      withdrawals: "id partner_id status",
      _prisma_migrations: "id checksum migration_name logs",
    },
  "A country alone names nobody.": {
    cards: "billing_country",
    users: "country_code",
  },
  "Sealed data of the card or its digits. They belong to an id that names nobody once the user is erased.":
    {
      cards: "first6 last4 number_sealed cvv_sealed expiry_sealed",
    },
  "Accounting and anti-money-laundering law require it for years: what was bought where, and the partner's own reference.":
    {
      card_transactions:
        "description merchant_name merchant_country merchant_category_code merchant_currency declined_reason reference " +
        "network_transaction_id network_reference authorization_code entry_mode",
      network_messages: "declined_reason",
      wallet_transactions: "narration",
    },
  "Public on a chain, and a part of the books.": {
    cards: "deposit_address",
    chain_cursors: "chain block_hash",
    chain_status: "chain",
    deposit_addresses: "address partner_id card_id",
    deposits: "id partner_id card_id chain tx_hash token from_address to_address",
    found_payouts:
      "chain token token_address from_address to_address authorization_nonce tx_hash withdrawal_id partner_id",
    payout_scans: "chain treasury",
    payouts:
      "withdrawal_id partner_id chain token_address from_address to_address authorization_nonce signature",
    relayer_nonces: "chain relayer_address",
    relayer_transactions: "id chain relayer_address purpose purpose_id hash raw status",
    sanctioned_addresses: "address",
    sanctions_list: "source sha256",
    seen_transfers: "chain tx_hash token from_address to_address partner_id card_id",
    signer_addresses: "purpose address",
    sweeps:
      "id chain token token_address from_address to_address authorization_nonce signature status tx_hash",
    treasury_sums: "chain token_address address",
    unplaced_transfers: "chain id",
    unswept_balances: "chain token address",
    withdrawals: "to_address tx_hash",
  },
  "Of a partner's company, or of people of partners and of the operator, who are no card users: who did what stays answerable.":
    {
      admin_requests: "details",
      api_keys: "name",
      audit_entries: "ip_address",
      invitations: "id partner_id email email_key role token_hash invited_by recovers",
      mail_outbox: "address data",
      partner_brands: "partner_id public_name logo logo_sha256",
      partners: "id name redirect_url wallet_address",
      passkey_challenges: "challenge purpose person_id",
      passkeys: "id person_id credential_id public_key transports name",
      password_resets: "id person_id token_hash",
      people:
        "id partner_id email email_key name role password_hash totp_secret_sealed totp_pending_sealed sponsor_id muted_topics",
      sandbox_mail: "id recipient subject text html",
      saved_addresses: "id partner_id label address saved_by",
      sessions: "id person_id ip_address user_agent viewing_partner_id",
      sso_connections:
        "id partner_id issuer client_id client_secret_sealed role_claim role_rules break_glass failure",
      sso_domains: "partner_id domain token",
      sso_identities: "issuer subject person_id partner_id",
      webhook_attempts: "url",
      webhook_endpoints: "partner_id url events",
    },
  "Partners choose the key, and a repeated request must be recognized. It ends with its retention.":
    {
      idempotency_keys: "key",
      request_log: "idempotency_key",
    },
  "Requests and answers without personal fields, which their contracts mark. They end with their retention.":
    {
      idempotency_keys: "response",
      request_log: "path query request_body response_body",
    },
  "A message of a card issuer without the cardholder's data (lib/cards/inbound/kept-content.ts). It ends with its retention.":
    {
      issuer_events: "content",
    },
  "The service writes it, from ids, amounts, and what nodes and providers return about them without data of cardholders.":
    {
      alerts: "text",
      chain_status: "fault",
      checks: "result",
      issuer_events: "failure",
      job_runs: "result failure",
      mail_outbox: "failure",
      provider_status: "provider failure",
      webhook_attempts: "error",
    },
  "The issuer's words for the status of a dispute: why money was or was not returned.": {
    card_dispute_events: "detail",
    card_disputes: "detail",
  },
  "People of the operator write it to justify what they did to an auditor. docs/erasure.md asks for ids, not names.":
    {
      alerts: "close_reason",
      deposit_releases: "reason",
      operator_postings: "reason reference decision_reason",
      restores: "reason",
      withdrawal_screenings: "reason",
      withdrawals: "reject_reason failure_reason",
    },
};
