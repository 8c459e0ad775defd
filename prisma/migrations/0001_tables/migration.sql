-- The tables of prisma/schema. Rules, triggers and functions follow in the next migrations.
-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "ledger";

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "cards" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "card_name" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "program" TEXT NOT NULL,
    "funding_type" TEXT NOT NULL,
    "first6" TEXT NOT NULL,
    "last4" TEXT NOT NULL,
    "number_sealed" TEXT NOT NULL,
    "cvv_sealed" TEXT NOT NULL,
    "expiry_sealed" TEXT NOT NULL,
    "issuer_card_id" TEXT NOT NULL,
    "deposit_address" TEXT,
    "billing_street" TEXT NOT NULL,
    "billing_city" TEXT NOT NULL,
    "billing_state" TEXT NOT NULL,
    "billing_postal_code" TEXT NOT NULL,
    "billing_country" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "terminated_at" TIMESTAMPTZ(3),
    "terminate_reference" TEXT,
    "version" INTEGER NOT NULL,

    CONSTRAINT "cards_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "card_transactions" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "card_id" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "amount_micro_usd" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "merchant_name" TEXT NOT NULL,
    "merchant_country" TEXT NOT NULL,
    "declined_reason" TEXT,
    "fx_fee_micro_usd" BIGINT NOT NULL DEFAULT 0,
    "held_micro_usd" BIGINT NOT NULL DEFAULT 0,
    "refunded_micro_usd" BIGINT NOT NULL DEFAULT 0,
    "original_id" TEXT,
    "reference" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "card_transactions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger"."accounts" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "partner_id" TEXT,
    "card_id" TEXT,
    "balance_micro_usd" BIGINT,
    "version" BIGINT,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger"."journals" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "partner_id" TEXT,
    "leg_count" SMALLINT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "journals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger"."entries" (
    "journal_id" TEXT NOT NULL,
    "leg" SMALLINT NOT NULL,
    "account_id" TEXT NOT NULL,
    "amount_micro_usd" BIGINT NOT NULL,
    "account_version" BIGINT,
    "balance_after_micro_usd" BIGINT,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "entries_pkey" PRIMARY KEY ("journal_id","leg")
);

-- CreateTable
CREATE TABLE "ledger"."rules" (
    "journal_type" TEXT NOT NULL,
    "account_kind" TEXT NOT NULL,
    "direction" SMALLINT NOT NULL,

    CONSTRAINT "rules_pkey" PRIMARY KEY ("journal_type","account_kind","direction")
);

-- CreateTable
CREATE TABLE "partners" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "webhook_url" TEXT,
    "webhook_secret_sealed" TEXT,
    "webhook_events" TEXT[] DEFAULT ARRAY['*']::TEXT[],
    "redirect_url" TEXT,
    "wallet_address" TEXT NOT NULL,
    "kyc_fee_micro_usd" BIGINT NOT NULL DEFAULT 2000000,
    "card_creation_fee_micro_usd" BIGINT NOT NULL DEFAULT 1000000,
    "funding_fee_micro_usd" BIGINT NOT NULL DEFAULT 0,
    "funding_fee_bps" INTEGER NOT NULL DEFAULT 0,
    "card_withdrawal_fee_micro_usd" BIGINT NOT NULL DEFAULT 1000000,
    "cross_border_fee_bps" INTEGER NOT NULL DEFAULT 300,
    "requests_per_s" INTEGER NOT NULL DEFAULT 100,
    "request_burst" INTEGER NOT NULL DEFAULT 200,
    "suspended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "partners_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "key_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "partner_id" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "response" TEXT,
    "resource_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("partner_id","endpoint","key")
);

-- CreateTable
CREATE TABLE "row_counts" (
    "scope" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "n" BIGINT NOT NULL,

    CONSTRAINT "row_counts_pkey" PRIMARY KEY ("scope","kind","slot")
);

-- CreateTable
CREATE TABLE "people" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "totp_secret_sealed" TEXT,
    "failed_sign_ins" INTEGER NOT NULL DEFAULT 0,
    "locked_until" TIMESTAMPTZ(3),
    "failed_codes" INTEGER NOT NULL DEFAULT 0,
    "codes_locked_until" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "people_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "ip_address" TEXT,
    "request_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "phone_number" TEXT NOT NULL,
    "account_purpose" TEXT NOT NULL,
    "ip_address" TEXT NOT NULL,
    "program" TEXT NOT NULL,
    "wallet_address" TEXT,
    "redirect_url" TEXT,
    "address" TEXT NOT NULL,
    "city" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "postal_code" TEXT NOT NULL,
    "country_code" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "denial_reason" TEXT,
    "kyc_session_id" TEXT,
    "last_card_created_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deleted_users" (
    "partner_id" TEXT NOT NULL,
    "email_hash" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deleted_users_pkey" PRIMARY KEY ("partner_id","email_hash")
);

-- CreateTable
CREATE TABLE "kyc_sessions" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "opened_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "outcome" TEXT,

    CONSTRAINT "kyc_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_kyc_outcomes" (
    "session_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sandbox_kyc_outcomes_pkey" PRIMARY KEY ("session_id")
);

-- CreateTable
CREATE TABLE "wallet_transactions" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "journal_id" TEXT NOT NULL,
    "amount_micro_usd" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "narration" TEXT NOT NULL,
    "card_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "wallet_transactions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "withdrawals" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "amount_micro_usd" BIGINT NOT NULL,
    "fee_micro_usd" BIGINT NOT NULL,
    "to_address" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "tx_hash" TEXT,
    "reject_reason" TEXT,
    "failure_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "approved_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "rejected_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL,

    CONSTRAINT "withdrawals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deposits" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT,
    "card_id" TEXT,
    "chain" TEXT NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "amount_micro_usd" BIGINT NOT NULL,
    "from_address" TEXT NOT NULL,
    "to_address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deposits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deposit_addresses" (
    "address" TEXT NOT NULL,
    "derivation_index" INTEGER NOT NULL,
    "partner_id" TEXT NOT NULL,
    "card_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deposit_addresses_pkey" PRIMARY KEY ("address")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "resource_id" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "cards_partner_id_id_idx" ON "cards"("partner_id", "id" DESC);

-- CreateIndex
CREATE INDEX "cards_user_id_id_idx" ON "cards"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "cards_partner_id_terminated_at_idx" ON "cards"("partner_id", "terminated_at");

-- CreateIndex
CREATE INDEX "card_transactions_partner_id_created_at_id_idx" ON "card_transactions"("partner_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "card_transactions_card_id_created_at_id_idx" ON "card_transactions"("card_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "journals_type_source_id_key" ON "ledger"."journals"("type", "source_id");

-- CreateIndex
CREATE UNIQUE INDEX "entries_account_id_account_version_key" ON "ledger"."entries"("account_id", "account_version");

-- CreateIndex
CREATE UNIQUE INDEX "partners_wallet_address_key" ON "partners"("wallet_address");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "api_keys"("key_hash");

-- CreateIndex
CREATE INDEX "api_keys_partner_id_idx" ON "api_keys"("partner_id");

-- CreateIndex
CREATE UNIQUE INDEX "people_email_key_key" ON "people"("email_key");

-- CreateIndex
CREATE INDEX "people_partner_id_idx" ON "people"("partner_id");

-- CreateIndex
CREATE INDEX "sessions_person_id_idx" ON "sessions"("person_id");

-- CreateIndex
CREATE INDEX "audit_entries_target_id_idx" ON "audit_entries"("target_id");

-- CreateIndex
CREATE INDEX "users_partner_id_id_idx" ON "users"("partner_id", "id" DESC);

-- CreateIndex
CREATE INDEX "kyc_sessions_user_id_idx" ON "kyc_sessions"("user_id");

-- CreateIndex
CREATE INDEX "sandbox_kyc_outcomes_due_at_idx" ON "sandbox_kyc_outcomes"("due_at");

-- CreateIndex
CREATE UNIQUE INDEX "wallet_transactions_journal_id_key" ON "wallet_transactions"("journal_id");

-- CreateIndex
CREATE INDEX "wallet_transactions_partner_id_id_idx" ON "wallet_transactions"("partner_id", "id" DESC);

-- CreateIndex
CREATE INDEX "withdrawals_partner_id_id_idx" ON "withdrawals"("partner_id", "id" DESC);

-- CreateIndex
CREATE INDEX "withdrawals_partner_id_status_id_idx" ON "withdrawals"("partner_id", "status", "id" DESC);

-- CreateIndex
CREATE INDEX "withdrawals_status_id_idx" ON "withdrawals"("status", "id");

-- CreateIndex
CREATE INDEX "deposits_partner_id_id_idx" ON "deposits"("partner_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "deposits_chain_tx_hash_ordinal_key" ON "deposits"("chain", "tx_hash", "ordinal");

-- CreateIndex
CREATE UNIQUE INDEX "deposit_addresses_derivation_index_key" ON "deposit_addresses"("derivation_index");

-- CreateIndex
CREATE UNIQUE INDEX "deposit_addresses_card_id_key" ON "deposit_addresses"("card_id");

-- CreateIndex
CREATE INDEX "webhook_events_partner_id_id_idx" ON "webhook_events"("partner_id", "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_events_resource_id_idx" ON "webhook_events"("resource_id");
