-- What the service knows of the chains, and what it sends there: docs/decisions/0015-chains.md

-- How far a chain was read: everything up to this block was credited.
CREATE TABLE chain_cursors (
    "chain" TEXT NOT NULL,
    "block_number" BIGINT NOT NULL,
    -- Null after going back: then the next block's parent is not looked at.
    "block_hash" TEXT,
    "version" INTEGER NOT NULL,
    CONSTRAINT "chain_cursors_pkey" PRIMARY KEY ("chain")
);

-- What was last seen of a chain, for people; nothing is decided on it.
CREATE TABLE chain_status (
    "chain" TEXT NOT NULL,
    "head_number" BIGINT NOT NULL,
    "head_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "fault" TEXT,
    "fault_since" TIMESTAMPTZ(3),
    CONSTRAINT "chain_status_pkey" PRIMARY KEY ("chain")
);
ALTER TABLE chain_cursors SET (fillfactor = 50);
ALTER TABLE chain_status SET (fillfactor = 50);

-- Transfers to our addresses in blocks that are not deep enough yet. Written anew at each look, for a block can vanish.
CREATE TABLE seen_transfers (
    "chain" TEXT NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "amount_micro_usd" BIGINT NOT NULL,
    "from_address" TEXT NOT NULL,
    "to_address" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "card_id" TEXT,
    "block_number" BIGINT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "seen_transfers_pkey" PRIMARY KEY ("chain", "tx_hash", "ordinal")
);
CREATE INDEX "seen_transfers_partner_id_idx" ON "seen_transfers"("partner_id");

ALTER TABLE deposits ADD COLUMN "block_number" BIGINT;
CREATE INDEX "deposits_chain_block_number_idx" ON "deposits"("chain", "block_number");
CREATE INDEX "deposits_tx_hash_idx" ON "deposits"("tx_hash");
CREATE INDEX "deposits_to_address_idx" ON "deposits"("to_address");
CREATE INDEX "deposit_addresses_partner_id_idx" ON "deposit_addresses"("partner_id");
-- Addresses come from nodes in small letters.
CREATE UNIQUE INDEX "deposit_addresses_lower_address_key" ON "deposit_addresses"(lower(address));

-- The one authorisation that a withdrawal is ever paid by. Its nonce is made from the withdrawal's id: the token itself
-- refuses a second payment. Append-only.
CREATE TABLE payouts (
    "withdrawal_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "chain" TEXT NOT NULL,
    "token_address" TEXT NOT NULL,
    "from_address" TEXT NOT NULL,
    "to_address" TEXT NOT NULL,
    "amount_micro_usd" BIGINT NOT NULL,
    "authorization_nonce" TEXT NOT NULL,
    -- Seconds of the chain's clock, from which on the authorisation is worth nothing.
    "valid_before" BIGINT NOT NULL,
    "signature" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "payouts_pkey" PRIMARY KEY ("withdrawal_id")
);
CREATE UNIQUE INDEX "payouts_authorization_nonce_key" ON "payouts"("authorization_nonce");
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payouts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_fixed_change();

-- USDC that is moved from a deposit address to the treasury. Money stays in custody: nothing is posted.
CREATE TABLE sweeps (
    "id" TEXT NOT NULL,
    "chain" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "token_address" TEXT NOT NULL,
    "from_address" TEXT NOT NULL,
    "to_address" TEXT NOT NULL,
    "amount_micro_usd" BIGINT NOT NULL,
    "authorization_nonce" TEXT NOT NULL,
    "valid_before" BIGINT NOT NULL,
    "signature" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "tx_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),
    CONSTRAINT "sweeps_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sweeps_status" CHECK (status IN ('pending', 'completed', 'expired'))
);
CREATE UNIQUE INDEX "sweeps_pending_key" ON "sweeps"("chain", "token", "from_address") WHERE status = 'pending';
CREATE INDEX "sweeps_chain_status_idx" ON "sweeps"("chain", "status");

-- Signed bytes, stored before they are broadcast: a restart broadcasts the same ones.
CREATE TABLE relayer_transactions (
    "id" TEXT NOT NULL,
    "chain" TEXT NOT NULL,
    "relayer_address" TEXT NOT NULL,
    "nonce" BIGINT NOT NULL,
    "purpose" TEXT NOT NULL,
    -- The withdrawal or the sweep; none for one that only fills a gap.
    "purpose_id" TEXT,
    "hash" TEXT NOT NULL,
    "raw" TEXT NOT NULL,
    "max_fee_per_gas_wei" DECIMAL(40, 0) NOT NULL,
    "max_priority_fee_per_gas_wei" DECIMAL(40, 0) NOT NULL,
    "status" TEXT NOT NULL,
    "block_number" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "broadcast_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    CONSTRAINT "relayer_transactions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "relayer_transactions_status" CHECK (status IN ('pending', 'mined', 'reverted', 'superseded')),
    CONSTRAINT "relayer_transactions_purpose" CHECK (purpose IN ('payout', 'sweep', 'filler'))
);
CREATE UNIQUE INDEX "relayer_transactions_hash_key" ON "relayer_transactions"("hash");
CREATE INDEX "relayer_transactions_chain_status_nonce_idx" ON "relayer_transactions"("chain", "status", "nonce");
CREATE INDEX "relayer_transactions_purpose_id_idx" ON "relayer_transactions"("purpose_id");

-- One process at a time, without a transaction that stays open while the network is asked.
CREATE TABLE leases (
    "name" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "leases_pkey" PRIMARY KEY ("name")
);

-- What an operator has to look at. One open at a time of a kind and subject.
CREATE TABLE alerts (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    CONSTRAINT "alerts_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "alerts_open_key" ON "alerts"("kind", "subject") WHERE closed_at IS NULL;
CREATE INDEX "alerts_opened_at_idx" ON "alerts"("opened_at" DESC);

GRANT SELECT, INSERT, UPDATE ON chain_cursors, chain_status, sweeps, relayer_transactions, leases, alerts TO partner_wallet_app;
GRANT SELECT, INSERT, DELETE ON seen_transfers TO partner_wallet_app;
GRANT SELECT, INSERT ON payouts TO partner_wallet_app;

-- As before (0004), with chain_cursors and alerts.
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
             card_withdrawal_fee_micro_usd, cross_border_fee_bps, requests_per_s, request_burst)
          = (SELECT r.kyc_fee_micro_usd, r.card_creation_fee_micro_usd, r.funding_fee_micro_usd, r.funding_fee_bps,
             r.card_withdrawal_fee_micro_usd, r.cross_border_fee_bps, r.requests_per_s, r.request_burst
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
    withdrawals,deposits,audit_entries,alerts}';
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
