-- The tables, with their keys, constraints and indexes. prisma/schema says what each column means; docs/database.md says
-- where the rules are and how to change them.

-- Everything belongs to the owner, who runs the migrations. The application logs in as this role: it reads the ledger and
-- calls its functions, and cannot write its tables.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'partner_wallet_app') THEN
    CREATE ROLE partner_wallet_app NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- Another database of this cluster is being migrated at the same moment.
END
$$;
GRANT partner_wallet_app TO CURRENT_USER;

CREATE SCHEMA IF NOT EXISTS ledger;
CREATE TYPE ledger.leg AS (journal_id text, journal_place bigint, leg smallint, account_id text, amount_micro_usd bigint);
CREATE SEQUENCE deposit_index START 1 MAXVALUE 2147483647;

-- Returns the form of a text that searches compare: in lower case, without accents and compatibility characters. lower()
-- of a database with collation C changes ASCII letters alone, so both cases of each other letter are replaced. Source:
-- docs/decisions/0050-search-without-accents.md
CREATE OR REPLACE FUNCTION public.search_key(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(replace(replace(replace(replace(replace(replace(replace(replace(
    translate(
      regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g'),
      'ØøŁłĐđÐðĦħŦŧıŊŋ', 'OoLlDdDdHhTtiNn'),
    'ß', 'ss'), 'ẞ', 'ss'), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'Þ', 'th'), 'þ', 'th'));

CREATE TABLE cards (
  id text NOT NULL,
  partner_id text NOT NULL,
  user_id text NOT NULL,
  card_name text NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  program text NOT NULL,
  funding_type text NOT NULL,
  first6 text NOT NULL,
  last4 text NOT NULL,
  number_sealed text NOT NULL,
  cvv_sealed text NOT NULL,
  expiry_sealed text NOT NULL,
  issuer_card_id text NOT NULL,
  deposit_address text,
  billing_street text NOT NULL,
  billing_city text NOT NULL,
  billing_state text NOT NULL,
  billing_postal_code text NOT NULL,
  billing_country text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  terminated_at timestamptz(3),
  terminate_reference text,
  version integer NOT NULL,
  CONSTRAINT cards_pkey PRIMARY KEY (id),
  CONSTRAINT cards_status CHECK (status IN ('active', 'frozen', 'terminated')),
  CONSTRAINT cards_funding CHECK (funding_type IN ('float', 'crypto')),
  CONSTRAINT cards_deposit_address CHECK ((funding_type = 'crypto') = (deposit_address IS NOT NULL)),
  CONSTRAINT cards_terminated CHECK ((status = 'terminated') = (terminated_at IS NOT NULL))
);
CREATE INDEX cards_user_id_id_idx ON cards(user_id, id DESC);
CREATE INDEX cards_partner_id_terminated_at_idx ON cards(partner_id, terminated_at);
CREATE INDEX cards_partner_id_status_id_idx ON cards(partner_id, status, id DESC);
CREATE INDEX cards_partner_id_id_idx ON cards(partner_id, id DESC)
  INCLUDE (status, funding_type, last4);
-- A card is looked for by the digits that people read out.
CREATE INDEX cards_partner_id_last4_id_idx ON cards(partner_id, last4, id DESC);
CREATE UNIQUE INDEX cards_id_partner_id_key ON cards(id, partner_id);
CREATE INDEX cards_name_search_idx ON cards(partner_id, search_key(card_name) text_pattern_ops);

CREATE TABLE card_transactions (
  id text NOT NULL,
  partner_id text NOT NULL,
  card_id text NOT NULL,
  category text NOT NULL,
  amount_micro_usd bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  type text NOT NULL,
  description text NOT NULL,
  merchant_name text NOT NULL,
  merchant_country text NOT NULL,
  declined_reason text,
  fx_fee_micro_usd bigint NOT NULL DEFAULT 0,
  held_micro_usd bigint NOT NULL DEFAULT 0,
  refunded_micro_usd bigint NOT NULL DEFAULT 0,
  original_id text,
  reference text,
  created_at timestamptz(3) NOT NULL,
  version integer NOT NULL,
  CONSTRAINT card_transactions_pkey PRIMARY KEY (id),
  CONSTRAINT card_transactions_status CHECK (status IN ('authorized', 'declined', 'reversed', 'settled')),
  CONSTRAINT card_transactions_type CHECK (type IN ('purchase', 'withdrawal', 'refund')),
  CONSTRAINT card_transactions_amounts CHECK (
    amount_micro_usd >= 0 AND fx_fee_micro_usd >= 0 AND held_micro_usd >= 0
    AND refunded_micro_usd BETWEEN 0 AND amount_micro_usd),
  CONSTRAINT card_transactions_held CHECK (
    (held_micro_usd > 0) = (status = 'authorized') AND held_micro_usd IN (0, amount_micro_usd)),
  CONSTRAINT card_transactions_declined CHECK ((declined_reason IS NOT NULL) = (status = 'declined')),
  CONSTRAINT card_transactions_category CHECK (
  category IN ('authorization', 'reversal', 'cross_border_fee', 'refund', 'card_withdrawal', 'liquidation', 'correction'))
);
CREATE INDEX card_transactions_original_id ON card_transactions (original_id) WHERE original_id IS NOT NULL;
CREATE INDEX card_transactions_partner_id_created_at_id_idx ON card_transactions(partner_id, created_at DESC, id DESC)
  INCLUDE (status, type, amount_micro_usd, category);
CREATE INDEX card_transactions_card_id_created_at_id_idx ON card_transactions(card_id, created_at DESC, id DESC)
  INCLUDE (status, type, amount_micro_usd, category);
CREATE UNIQUE INDEX card_transactions_correction_key ON card_transactions(reference) WHERE category = 'correction';

CREATE TABLE ledger.accounts (
  id text NOT NULL,
  kind text NOT NULL,
  partner_id text,
  card_id text,
  balance_micro_usd bigint,
  version bigint,
  created_at timestamptz(6) NOT NULL,
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  -- The only CHECK here: PostgreSQL reads each anew for every posting. What does not change is checked when it is made.
  CONSTRAINT accounts_balance_not_negative CHECK (balance_micro_usd >= 0)
) WITH (fillfactor=70);
-- By kind, which never changes: an index on what postings change would slow every one of them.
CREATE INDEX accounts_service_idx ON ledger.accounts(id) WHERE kind NOT IN ('wallet', 'card', 'hold');

CREATE TABLE ledger.journals (
  id text NOT NULL,
  type text NOT NULL,
  source_id text COLLATE "C" NOT NULL,
  partner_id text,
  leg_count smallint NOT NULL,
  created_at timestamptz(6) NOT NULL,
  request_id text,
  CONSTRAINT journals_pkey PRIMARY KEY (id),
  CONSTRAINT journals_legs CHECK (leg_count >= 2)
);
CREATE UNIQUE INDEX journals_type_source_id_key ON ledger.journals(type, source_id);
CREATE INDEX journals_partner_id_id_idx ON ledger.journals(partner_id, id DESC);
CREATE INDEX journals_lower_type_id_idx ON ledger.journals (lower(type), id DESC);

CREATE TABLE ledger.entries (
  journal_id text NOT NULL,
  leg smallint NOT NULL,
  account_id text NOT NULL,
  amount_micro_usd bigint NOT NULL,
  account_version bigint,
  balance_after_micro_usd bigint,
  created_at timestamptz(6) NOT NULL,
  CONSTRAINT entries_pkey PRIMARY KEY (journal_id, leg),
  CONSTRAINT entries_amount CHECK (amount_micro_usd <> 0),
  CONSTRAINT entries_leg CHECK (leg >= 1),
  CONSTRAINT entries_balance_after CHECK (balance_after_micro_usd >= 0),
  CONSTRAINT entries_running_balance CHECK ((account_version IS NULL) = (balance_after_micro_usd IS NULL))
);
CREATE UNIQUE INDEX entries_account_id_account_version_key ON ledger.entries(account_id, account_version);
-- Entries lie in the order of their times: a summary of each stretch of pages finds those of an instant, and costs a
-- posting next to nothing.
CREATE INDEX entries_created_at_idx ON ledger.entries USING brin (created_at)
  WITH (pages_per_range = 32, autosummarize = on);
-- The entries of the service's accounts have no version to go by.
CREATE INDEX entries_service_account_idx ON ledger.entries(account_id, journal_id DESC) WHERE account_version IS NULL;

CREATE TABLE ledger.rules (
  journal_type text NOT NULL,
  account_kind text NOT NULL,
  direction smallint NOT NULL,
  CONSTRAINT rules_pkey PRIMARY KEY (journal_type, account_kind, direction),
  CONSTRAINT rules_direction CHECK (direction IN (-1, 1))
);

CREATE TABLE partners (
  id text NOT NULL,
  name text NOT NULL,
  redirect_url text,
  wallet_address text NOT NULL,
  kyc_fee_micro_usd bigint NOT NULL DEFAULT 2000000,
  card_creation_fee_micro_usd bigint NOT NULL DEFAULT 1000000,
  funding_fee_micro_usd bigint NOT NULL DEFAULT 0,
  funding_fee_bps integer NOT NULL DEFAULT 0,
  card_withdrawal_fee_micro_usd bigint NOT NULL DEFAULT 1000000,
  cross_border_fee_bps integer NOT NULL DEFAULT 300,
  requests_per_s integer NOT NULL DEFAULT 100,
  request_burst integer NOT NULL DEFAULT 200,
  suspended_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  second_approval_above_micro_usd bigint,
  CONSTRAINT partners_pkey PRIMARY KEY (id),
  CONSTRAINT partners_fees CHECK (
    kyc_fee_micro_usd >= 0 AND card_creation_fee_micro_usd >= 0 AND funding_fee_micro_usd >= 0
    AND funding_fee_bps BETWEEN 0 AND 10000 AND cross_border_fee_bps BETWEEN 0 AND 10000
    -- The smallest card withdrawal is 5.00: what reaches the wallet is never below zero.
    AND card_withdrawal_fee_micro_usd BETWEEN 0 AND 5000000),
  CONSTRAINT partners_rate CHECK (requests_per_s > 0 AND request_burst > 0),
  CONSTRAINT partners_second_approval CHECK (second_approval_above_micro_usd >= 0)
);
CREATE UNIQUE INDEX partners_wallet_address_key ON partners(wallet_address);
-- Whether two administrators decide on who approves and how many must: as soon as some partner's withdrawals need two.
CREATE INDEX partners_second_approval_idx ON partners (id) WHERE second_approval_above_micro_usd IS NOT NULL;
CREATE INDEX partners_name_search_idx ON partners(search_key(name) text_pattern_ops);

CREATE TABLE api_keys (
  id text NOT NULL,
  partner_id text NOT NULL,
  name text NOT NULL,
  hint text NOT NULL,
  key_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  expires_at timestamptz(3),
  scopes text[],
  created_by text,
  taken_over_by text,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_scopes CHECK (
    scopes IS NOT NULL AND scopes <@ '{read,users,cards,card_data,money_out,webhooks}'::text[] AND cardinality(scopes) > 0)
);
CREATE UNIQUE INDEX api_keys_key_hash_key ON api_keys(key_hash);
CREATE INDEX api_keys_partner_id_id_idx ON api_keys(partner_id, id DESC);
CREATE INDEX api_keys_responsible_idx ON api_keys (coalesce(taken_over_by, created_by)) WHERE revoked_at IS NULL;

CREATE TABLE idempotency_keys (
  partner_id text NOT NULL,
  endpoint text NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  response text,
  resource_id text,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (partner_id, endpoint, key)
);

CREATE TABLE row_counts (
  scope text NOT NULL,
  kind text NOT NULL,
  slot smallint NOT NULL,
  n bigint NOT NULL,
  CONSTRAINT row_counts_pkey PRIMARY KEY (scope, kind, slot)
) WITH (fillfactor=50);

CREATE TABLE people (
  id text NOT NULL,
  partner_id text,
  email text NOT NULL,
  email_key text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  password_hash text NOT NULL,
  totp_secret_sealed text,
  failed_codes integer NOT NULL DEFAULT 0,
  codes_locked_until timestamptz(3),
  disabled_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  totp_pending_sealed text,
  failed_passwords integer NOT NULL DEFAULT 0,
  passwords_locked_until timestamptz(3),
  sponsor_id text,
  role_since timestamptz(3),
  approves_from timestamptz(3),
  CONSTRAINT people_pkey PRIMARY KEY (id),
  CONSTRAINT people_role CHECK (
  CASE WHEN partner_id IS NULL THEN role IN ('admin', 'approver', 'auditor') ELSE role IN ('owner', 'developer', 'viewer') END),
  CONSTRAINT people_operator_role CHECK (
    CASE WHEN partner_id IS NULL THEN role_since IS NOT NULL AND approves_from IS NOT NULL
      ELSE sponsor_id IS NULL AND role_since IS NULL AND approves_from IS NULL END)
);
CREATE UNIQUE INDEX people_email_key_key ON people(email_key);
CREATE INDEX people_partner_id_idx ON people(partner_id);

CREATE TABLE sessions (
  id text NOT NULL,
  person_id text NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  viewing_partner_id text,
  totp_step integer,
  CONSTRAINT sessions_pkey PRIMARY KEY (id)
);
CREATE INDEX sessions_person_id_idx ON sessions(person_id);
CREATE UNIQUE INDEX sessions_one_per_code ON sessions (person_id, totp_step) WHERE totp_step IS NOT NULL;

CREATE TABLE audit_entries (
  id text NOT NULL,
  person_id text NOT NULL,
  action text NOT NULL,
  target_id text NOT NULL,
  before jsonb,
  after jsonb,
  ip_address text,
  request_id text,
  created_at timestamptz(3) NOT NULL,
  partner_id text,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entries_partner_id_id_idx ON audit_entries(partner_id, id DESC);
-- What a person did with a request, once the request log has forgotten it.
CREATE INDEX audit_entries_request_id_idx ON audit_entries(request_id);
CREATE INDEX audit_entries_target_id_id_idx ON audit_entries(target_id, id DESC);
CREATE INDEX audit_entries_person_id_id_idx ON audit_entries(person_id, id DESC);
CREATE INDEX audit_entries_action_id_idx ON audit_entries(action, id DESC);

CREATE TABLE users (
  id text NOT NULL,
  partner_id text NOT NULL,
  email text NOT NULL,
  email_key text,
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone_number text NOT NULL,
  account_purpose text NOT NULL,
  ip_address text NOT NULL,
  program text NOT NULL,
  wallet_address text,
  redirect_url text,
  address text NOT NULL,
  city text NOT NULL,
  region text NOT NULL,
  postal_code text NOT NULL,
  country_code text NOT NULL,
  status text NOT NULL,
  denial_reason text,
  kyc_session_id text,
  last_card_created_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  version integer NOT NULL,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_status CHECK (status IN ('pending', 'pending_kyc', 'approved', 'denied')),
  CONSTRAINT users_program CHECK (program IN ('custodial', 'non_custodial')),
  CONSTRAINT users_deleted CHECK ((deleted_at IS NULL) = (email_key IS NOT NULL))
);
CREATE INDEX users_partner_id_id_idx ON users(partner_id, id DESC);
-- A live user's e-mail is unique in its partner; a deleted one has no key any more.
CREATE UNIQUE INDEX users_email_key ON users (partner_id, email_key);
-- Users by state, and as they are looked for: by the beginning of their e-mail or name. Beginnings are compared byte by
-- byte, whatever the database's collation.
CREATE INDEX users_partner_id_status_id_idx ON users(partner_id, status, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX users_email_search_idx ON users(partner_id, email_key text_pattern_ops) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX users_id_partner_id_key ON users(id, partner_id);
CREATE INDEX users_name_search_idx ON users(partner_id, search_key(first_name || ' ' || last_name) text_pattern_ops)
  WHERE deleted_at IS NULL;
CREATE INDEX users_last_name_search_idx ON users(partner_id, search_key(last_name) text_pattern_ops) WHERE deleted_at IS NULL;

CREATE TABLE deleted_users (
  partner_id text NOT NULL,
  email_hash text NOT NULL,
  status text NOT NULL,
  deleted_at timestamptz(3) NOT NULL,
  CONSTRAINT deleted_users_pkey PRIMARY KEY (partner_id, email_hash)
);

CREATE TABLE kyc_sessions (
  id text NOT NULL,
  user_id text NOT NULL,
  partner_id text NOT NULL,
  provider text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  opened_at timestamptz(3),
  completed_at timestamptz(3),
  outcome text,
  CONSTRAINT kyc_sessions_pkey PRIMARY KEY (id)
);
CREATE INDEX kyc_sessions_user_id_idx ON kyc_sessions(user_id);

CREATE TABLE sandbox_kyc_outcomes (
  session_id text NOT NULL,
  user_id text NOT NULL,
  status text NOT NULL,
  reason text,
  due_at timestamptz(3) NOT NULL,
  CONSTRAINT sandbox_kyc_outcomes_pkey PRIMARY KEY (session_id)
);
CREATE INDEX sandbox_kyc_outcomes_due_at_idx ON sandbox_kyc_outcomes(due_at);

CREATE TABLE wallet_transactions (
  id text NOT NULL,
  partner_id text NOT NULL,
  journal_id text NOT NULL,
  amount_micro_usd bigint NOT NULL,
  currency text NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  action text NOT NULL,
  category text NOT NULL,
  narration text NOT NULL,
  card_id text,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT wallet_transactions_pkey PRIMARY KEY (id),
  CONSTRAINT wallet_transactions_amount CHECK (amount_micro_usd > 0),
  CONSTRAINT wallet_transactions_type CHECK (type IN ('debit', 'credit')),
  CONSTRAINT wallet_transactions_status CHECK (status = 'success'),
  CONSTRAINT wallet_transactions_action CHECK (action IN ('funding', 'withdrawal', 'card-creation-fee', 'kyc-fee'))
);
CREATE UNIQUE INDEX wallet_transactions_journal_id_key ON wallet_transactions(journal_id);
CREATE INDEX wallet_transactions_partner_id_id_idx ON wallet_transactions(partner_id, id DESC)
  INCLUDE (created_at, type, category, amount_micro_usd, card_id);

CREATE TABLE withdrawals (
  id text NOT NULL,
  partner_id text NOT NULL,
  amount_micro_usd bigint NOT NULL,
  fee_micro_usd bigint NOT NULL,
  to_address text NOT NULL,
  status text NOT NULL,
  tx_hash text,
  reject_reason text,
  failure_reason text,
  created_at timestamptz(3) NOT NULL,
  approved_at timestamptz(3),
  completed_at timestamptz(3),
  cancelled_at timestamptz(3),
  rejected_at timestamptz(3),
  failed_at timestamptz(3),
  version integer NOT NULL,
  CONSTRAINT withdrawals_pkey PRIMARY KEY (id),
  CONSTRAINT withdrawals_status CHECK (status IN ('pending', 'approved', 'completed', 'cancelled', 'rejected', 'failed')),
  CONSTRAINT withdrawals_amounts CHECK (fee_micro_usd >= 0 AND amount_micro_usd > fee_micro_usd),
  CONSTRAINT withdrawals_address CHECK (to_address ~ '^0x[a-fA-F0-9]{40}$'),
  CONSTRAINT withdrawals_steps CHECK (
    (status IN ('approved', 'completed', 'failed')) = (approved_at IS NOT NULL)
    AND (status = 'completed') = (completed_at IS NOT NULL) AND (status = 'completed') = (tx_hash IS NOT NULL)
    AND (status = 'cancelled') = (cancelled_at IS NOT NULL)
    AND (status = 'rejected') = (rejected_at IS NOT NULL) AND (status = 'rejected' OR reject_reason IS NULL)
    AND (status = 'failed') = (failed_at IS NOT NULL) AND (status = 'failed') = (failure_reason IS NOT NULL))
);
CREATE INDEX withdrawals_partner_id_id_idx ON withdrawals(partner_id, id DESC);
CREATE INDEX withdrawals_partner_id_status_id_idx ON withdrawals(partner_id, status, id DESC);
CREATE INDEX withdrawals_status_id_idx ON withdrawals(status, id);
-- Where a partner's money went before, and what only looks like it: by the ends of an address, all that people compare.
CREATE INDEX withdrawals_partner_ends_idx
  ON withdrawals(partner_id, lower(left(to_address, 6)), lower(right(to_address, 4)));
-- Where money went before, and what only looks like it: by the ends of an address, which is all that people compare.
CREATE INDEX withdrawals_address_ends_idx ON withdrawals(lower(left(to_address, 6)), lower(right(to_address, 4)));

CREATE TABLE deposits (
  id text NOT NULL,
  partner_id text,
  card_id text,
  chain text NOT NULL,
  tx_hash text NOT NULL,
  ordinal integer NOT NULL,
  token text NOT NULL,
  amount_micro_usd bigint NOT NULL,
  from_address text NOT NULL,
  to_address text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  block_number bigint,
  CONSTRAINT deposits_pkey PRIMARY KEY (id),
  CONSTRAINT deposits_amount CHECK (amount_micro_usd > 0)
);
CREATE INDEX deposits_partner_id_id_idx ON deposits(partner_id, id DESC);
CREATE UNIQUE INDEX deposits_chain_tx_hash_ordinal_key ON deposits(chain, tx_hash, ordinal);
CREATE INDEX deposits_chain_block_number_idx ON deposits(chain, block_number);
CREATE INDEX deposits_tx_hash_idx ON deposits(tx_hash);
CREATE INDEX deposits_to_address_idx ON deposits(to_address);
-- Those that wait, and those that did.
CREATE INDEX deposits_held_idx ON deposits(id) WHERE partner_id IS NULL;

CREATE TABLE deposit_addresses (
  address text NOT NULL,
  derivation_index integer NOT NULL,
  partner_id text NOT NULL,
  card_id text,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT deposit_addresses_pkey PRIMARY KEY (address)
);
CREATE UNIQUE INDEX deposit_addresses_derivation_index_key ON deposit_addresses(derivation_index);
CREATE UNIQUE INDEX deposit_addresses_card_id_key ON deposit_addresses(card_id);
CREATE INDEX deposit_addresses_partner_id_idx ON deposit_addresses(partner_id);
-- Addresses come from nodes in small letters.
CREATE UNIQUE INDEX deposit_addresses_lower_address_key ON deposit_addresses(lower(address));

CREATE TABLE webhook_events (
  id text NOT NULL,
  partner_id text NOT NULL,
  type text NOT NULL,
  resource_id text NOT NULL,
  body text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  sequence integer NOT NULL,
  is_test boolean NOT NULL DEFAULT false,
  CONSTRAINT webhook_events_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_events_partner_id_id_idx ON webhook_events(partner_id, id DESC);
CREATE UNIQUE INDEX webhook_events_partner_id_resource_id_sequence_key ON webhook_events(partner_id, resource_id, sequence);
CREATE INDEX webhook_events_partner_id_type_id_idx ON webhook_events(partner_id, type, id DESC);

-- Legal state changes only. The pairs are those of the domain's states.ts; a test holds the two together.
CREATE TABLE state_changes (
  entity text NOT NULL,
  from_status text NOT NULL,
  to_status text NOT NULL,
  CONSTRAINT state_changes_pkey PRIMARY KEY (entity, from_status, to_status)
);

-- Where a partner is told, and how that goes. Apart from the partner's own row, which every process keeps in memory.
CREATE TABLE webhook_endpoints (
  partner_id text NOT NULL,
  url text,
  events text[] DEFAULT ARRAY['*'::text],
  last_success_at timestamptz(3),
  failing_since timestamptz(3),
  paused_at timestamptz(3),
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (partner_id)
) WITH (fillfactor=70);
-- Which endpoints are in trouble, without reading all of them.
CREATE INDEX webhook_endpoints_trouble_idx ON webhook_endpoints(partner_id)
  WHERE failing_since IS NOT NULL OR paused_at IS NOT NULL;

-- The newest has no end; those before it sign until theirs.
CREATE TABLE webhook_secrets (
  id text NOT NULL,
  partner_id text NOT NULL,
  secret_sealed text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  CONSTRAINT webhook_secrets_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_secrets_partner_id_idx ON webhook_secrets(partner_id);
CREATE UNIQUE INDEX webhook_secrets_current_key ON webhook_secrets(partner_id) WHERE expires_at IS NULL;

-- How the delivery of an event stands. One row for each event that is to be sent, however often.
CREATE TABLE webhook_deliveries (
  event_id text NOT NULL,
  partner_id text NOT NULL,
  resource_id text NOT NULL,
  sequence integer NOT NULL,
  status text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL,
  lease_id text,
  created_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  CONSTRAINT webhook_deliveries_status CHECK (status IN ('pending', 'delivered', 'failed')),
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (event_id),
  -- A claim asks for the first untried event of a resource. With `status = 'pending'` among the terms of that question
  -- another index could answer it too, by reading all that waits for the partner; a plan made while little waited took that
  -- one, as its entries were smaller, and kept it when much came. What was never tried is pending: without that term there
  -- is one index for the question.
  CONSTRAINT webhook_deliveries_untried CHECK (attempts > 0 OR status = 'pending')
) WITH (fillfactor=70);
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries(partner_id, due_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_partner_id_status_event_id_idx ON webhook_deliveries(partner_id, status, event_id DESC);
CREATE INDEX webhook_deliveries_untried_idx ON webhook_deliveries(partner_id, resource_id, sequence)
  WHERE attempts = 0;

-- Every request that was sent, with what came back. Append-only.
CREATE TABLE webhook_attempts (
  id text NOT NULL,
  partner_id text NOT NULL,
  event_id text NOT NULL,
  number integer NOT NULL,
  url text NOT NULL,
  succeeded boolean NOT NULL,
  status_code integer,
  response_body text,
  error text,
  started_at timestamptz(3) NOT NULL,
  duration_ms integer NOT NULL,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_attempts_partner_id_id_idx ON webhook_attempts(partner_id, id DESC);
CREATE UNIQUE INDEX webhook_attempts_partner_id_event_id_number_key ON webhook_attempts(partner_id, event_id, number);

-- How far a chain was read: everything up to this block was credited.
CREATE TABLE chain_cursors (
  chain text NOT NULL,
  block_number bigint NOT NULL,
  block_hash text,
  version integer NOT NULL,
  CONSTRAINT chain_cursors_pkey PRIMARY KEY (chain)
) WITH (fillfactor=50);

-- What was last seen of a chain, for people; nothing is decided on it.
CREATE TABLE chain_status (
  chain text NOT NULL,
  head_number bigint NOT NULL,
  head_at timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  fault text,
  fault_since timestamptz(3),
  CONSTRAINT chain_status_pkey PRIMARY KEY (chain)
) WITH (fillfactor=50);

-- Transfers to our addresses in blocks that are not deep enough yet. Written anew at each look, for a block can vanish.
CREATE TABLE seen_transfers (
  chain text NOT NULL,
  tx_hash text NOT NULL,
  ordinal integer NOT NULL,
  token text NOT NULL,
  amount_micro_usd bigint NOT NULL,
  from_address text NOT NULL,
  to_address text NOT NULL,
  partner_id text NOT NULL,
  card_id text,
  block_number bigint NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  CONSTRAINT seen_transfers_pkey PRIMARY KEY (chain, tx_hash, ordinal)
);
CREATE INDEX seen_transfers_partner_id_idx ON seen_transfers(partner_id);

-- The one authorisation that a withdrawal is ever paid by. Its nonce is made from the withdrawal's id: the token itself
-- refuses a second payment. Append-only.
CREATE TABLE payouts (
  withdrawal_id text NOT NULL,
  partner_id text NOT NULL,
  chain text NOT NULL,
  token_address text NOT NULL,
  from_address text NOT NULL,
  to_address text NOT NULL,
  amount_micro_usd bigint NOT NULL,
  authorization_nonce text NOT NULL,
  valid_before bigint NOT NULL,
  signature text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT payouts_pkey PRIMARY KEY (withdrawal_id)
);
CREATE UNIQUE INDEX payouts_authorization_nonce_key ON payouts(authorization_nonce);

-- USDC that is moved from a deposit address to the treasury. Money stays in custody: nothing is posted.
CREATE TABLE sweeps (
  id text NOT NULL,
  chain text NOT NULL,
  token text NOT NULL,
  token_address text NOT NULL,
  from_address text NOT NULL,
  to_address text NOT NULL,
  amount_micro_usd bigint NOT NULL,
  authorization_nonce text NOT NULL,
  valid_before bigint NOT NULL,
  signature text NOT NULL,
  status text NOT NULL,
  tx_hash text,
  created_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  CONSTRAINT sweeps_status CHECK (status IN ('pending', 'completed', 'expired')),
  CONSTRAINT sweeps_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX sweeps_pending_key ON sweeps(chain, token, from_address) WHERE status = 'pending';
CREATE INDEX sweeps_chain_status_idx ON sweeps(chain, status);

-- Signed bytes, stored before they are broadcast: a restart broadcasts the same ones.
CREATE TABLE relayer_transactions (
  id text NOT NULL,
  chain text NOT NULL,
  relayer_address text NOT NULL,
  nonce bigint NOT NULL,
  purpose text NOT NULL,
  purpose_id text,
  hash text NOT NULL,
  raw text NOT NULL,
  max_fee_per_gas_wei numeric(40,0) NOT NULL,
  max_priority_fee_per_gas_wei numeric(40,0) NOT NULL,
  status text NOT NULL,
  block_number bigint,
  created_at timestamptz(3) NOT NULL,
  broadcast_at timestamptz(3),
  settled_at timestamptz(3),
  CONSTRAINT relayer_transactions_status CHECK (status IN ('pending', 'mined', 'reverted', 'superseded')),
  CONSTRAINT relayer_transactions_purpose CHECK (purpose IN ('payout', 'sweep', 'filler')),
  CONSTRAINT relayer_transactions_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX relayer_transactions_hash_key ON relayer_transactions(hash);
CREATE INDEX relayer_transactions_chain_status_nonce_idx ON relayer_transactions(chain, status, nonce);
CREATE INDEX relayer_transactions_purpose_id_idx ON relayer_transactions(purpose_id);

-- One process at a time, without a transaction that stays open while the network is asked.
CREATE TABLE leases (
  name text NOT NULL,
  holder text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT leases_pkey PRIMARY KEY (name)
);

-- What an operator has to look at. One open at a time of a kind and subject.
CREATE TABLE alerts (
  id text NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  opened_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  closed_by text,
  close_reason text,
  CONSTRAINT alerts_pkey PRIMARY KEY (id),
  CONSTRAINT alerts_closed_by CHECK ((closed_by IS NULL) = (close_reason IS NULL) AND (closed_by IS NULL OR closed_at IS NOT NULL))
);
CREATE UNIQUE INDEX alerts_open_key ON alerts(kind, subject) WHERE closed_at IS NULL;
CREATE INDEX alerts_opened_at_idx ON alerts(opened_at DESC);
CREATE INDEX alerts_settled_idx ON alerts (kind, subject) WHERE closed_by IS NOT NULL;

-- A link that lets one person in, once. Only its hash is kept.
CREATE TABLE invitations (
  id text NOT NULL,
  partner_id text,
  email text NOT NULL,
  email_key text NOT NULL,
  role text NOT NULL,
  token_hash text NOT NULL,
  invited_by text,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  recovers text,
  CONSTRAINT invitations_end CHECK (accepted_at IS NULL OR revoked_at IS NULL),
  CONSTRAINT invitations_pkey PRIMARY KEY (id),
  CONSTRAINT invitations_role CHECK (
  CASE WHEN partner_id IS NULL THEN role IN ('admin', 'approver', 'auditor') ELSE role IN ('owner', 'developer', 'viewer') END),
  CONSTRAINT invitations_first CHECK (invited_by IS NOT NULL OR partner_id IS NULL AND role = 'admin'),
  CONSTRAINT invitations_recovery CHECK (
    recovers IS NULL OR partner_id IS NULL AND role = 'admin' AND invited_by IS NOT DISTINCT FROM recovers)
);
CREATE UNIQUE INDEX invitations_token_hash_key ON invitations(token_hash);
CREATE INDEX invitations_partner_id_id_idx ON invitations(partner_id, id DESC);
CREATE UNIQUE INDEX invitations_open_key ON invitations(partner_id, email_key)
  WHERE accepted_at IS NULL AND revoked_at IS NULL;
CREATE UNIQUE INDEX invitations_operators_open_key ON invitations(email_key)
  WHERE partner_id IS NULL AND accepted_at IS NULL AND revoked_at IS NULL;

-- When a key was last used, some seconds late. Apart from the key's own row, whose changes every process hears of.
CREATE TABLE api_key_uses (
  key_id text NOT NULL,
  partner_id text NOT NULL,
  last_used_at timestamptz(3) NOT NULL,
  CONSTRAINT api_key_uses_pkey PRIMARY KEY (key_id)
) WITH (fillfactor=50);
CREATE INDEX api_key_uses_partner_id_idx ON api_key_uses(partner_id);

-- Written in batches beside the requests themselves. Ids are those of requests: in the order of time.
CREATE TABLE request_log (
  id text COLLATE "C" NOT NULL,
  partner_id text NOT NULL,
  key_id text,
  person_id text,
  method text NOT NULL,
  route text NOT NULL,
  path text NOT NULL,
  query text,
  status smallint NOT NULL,
  error_code text,
  duration_ms real NOT NULL,
  idempotency_key text,
  request_body text,
  response_body text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT request_log_caller CHECK (key_id IS NULL OR person_id IS NULL),
  CONSTRAINT request_log_pkey PRIMARY KEY (id)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.05);
CREATE INDEX request_log_partner_id_id_idx ON request_log(partner_id, id DESC);
CREATE INDEX request_log_partner_id_route_id_idx ON request_log(partner_id, route, id DESC);
-- Of what is rare, or looked for by itself, only that: most requests cost two entries.
CREATE INDEX request_log_refused_idx ON request_log(partner_id, id DESC) WHERE status BETWEEN 400 AND 499;
CREATE INDEX request_log_failed_idx ON request_log(partner_id, id DESC) WHERE status >= 500;
CREATE INDEX request_log_idempotency_key_idx ON request_log(partner_id, idempotency_key, id DESC)
  WHERE idempotency_key IS NOT NULL;

-- Where a partner sends money to, under names of its own. What was changed or removed stands in the audit log.
CREATE TABLE saved_addresses (
  id text NOT NULL,
  partner_id text NOT NULL,
  label text NOT NULL,
  address text NOT NULL,
  saved_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT saved_addresses_address CHECK (address ~ '^0x[a-fA-F0-9]{40}$'),
  CONSTRAINT saved_addresses_pkey PRIMARY KEY (id)
);
-- Neither an address under two names, nor two addresses under one that people take for the same.
CREATE UNIQUE INDEX saved_addresses_address_key ON saved_addresses(partner_id, lower(address));
CREATE UNIQUE INDEX saved_addresses_label_key ON saved_addresses(partner_id, lower(label));

-- Who let a withdrawal be sent, each once. Append-only.
CREATE TABLE withdrawal_approvals (
  withdrawal_id text NOT NULL,
  person_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT withdrawal_approvals_pkey PRIMARY KEY (withdrawal_id, person_id)
);

-- A row for each of audit_entries, in the order in which they were committed. Written by the trigger below and by nobody else.
CREATE TABLE audit_chain (
  position bigint NOT NULL,
  entry_id text NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  CONSTRAINT audit_chain_pkey PRIMARY KEY ("position")
);
CREATE UNIQUE INDEX audit_chain_entry_id_key ON audit_chain(entry_id);

-- How long the chain is and how it ends: without it nobody would miss the last rows. One row.
CREATE TABLE audit_head (
  is_head boolean NOT NULL DEFAULT true,
  entries bigint NOT NULL,
  hash text NOT NULL,
  CONSTRAINT audit_head_single CHECK (is_head),
  CONSTRAINT audit_head_pkey PRIMARY KEY (is_head)
);

-- What a check found the chain to be, and every later one must find again.
CREATE TABLE audit_checkpoints (
  entries bigint NOT NULL,
  hash text NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  CONSTRAINT audit_checkpoints_pkey PRIMARY KEY (entries)
);

-- What each check found when it was last made: the audit log, the books' invariants, the books beside the chains.
CREATE TABLE checks (
  kind text NOT NULL,
  ran_at timestamptz(3) NOT NULL,
  duration_ms integer NOT NULL,
  is_sound boolean NOT NULL,
  sound_at timestamptz(3),
  result jsonb NOT NULL,
  person_id text,
  CONSTRAINT checks_kind CHECK (kind IN ('audit_log', 'invariants', 'reconciliation')),
  CONSTRAINT checks_pkey PRIMARY KEY (kind)
);

-- What a line had at the end of each hour in which it moved.
CREATE TABLE ledger.hours (
  line text NOT NULL,
  ended_at timestamptz(6) NOT NULL,
  balance_micro_usd bigint NOT NULL,
  CONSTRAINT hours_pkey PRIMARY KEY (line, ended_at)
);

-- Up to when the hours are written. One row.
CREATE TABLE ledger.hours_end (
  is_end boolean NOT NULL DEFAULT true,
  ended_at timestamptz(6) NOT NULL,
  CONSTRAINT hours_end_single CHECK (is_end),
  CONSTRAINT hours_end_pkey PRIMARY KEY (is_end)
);

-- How the service's own work goes, as whoever does it last wrote down. For people: nothing is decided on it.
CREATE TABLE job_runs (
  name text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  duration_ms integer NOT NULL,
  result jsonb NOT NULL,
  succeeded_at timestamptz(3),
  failing_since timestamptz(3),
  failure text,
  CONSTRAINT job_runs_pkey PRIMARY KEY (name)
);

-- Each signs in once, in place of a code of the authenticator. Only hashes are kept.
CREATE TABLE recovery_codes (
  person_id text NOT NULL,
  code_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  used_in text,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (person_id, code_hash)
);

-- What moved a wallet in each quarter of an hour, by category: wherever the reader is, a day begins with one.
CREATE TABLE wallet_sums (
  partner_id text NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  category text NOT NULL,
  amount_micro_usd bigint NOT NULL,
  CONSTRAINT wallet_sums_pkey PRIMARY KEY (partner_id, starts_at, category)
) WITH (fillfactor=80);

-- Which wallet transactions are summed up: those whose ids come before this one. One row.
CREATE TABLE wallet_sums_end (
  is_end boolean NOT NULL DEFAULT true,
  before_id text NOT NULL,
  CONSTRAINT wallet_sums_end_single CHECK (is_end),
  CONSTRAINT wallet_sums_end_pkey PRIMARY KEY (is_end)
);

-- Who decided that a held deposit is credited, each once. Append-only.
CREATE TABLE deposit_releases (
  deposit_id text NOT NULL,
  partner_id text NOT NULL,
  person_id text NOT NULL,
  reason text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT deposit_releases_pkey PRIMARY KEY (deposit_id)
);
CREATE INDEX deposit_releases_partner_id_deposit_id_idx ON deposit_releases(partner_id, deposit_id DESC);

-- Which environment a database is of, said once by the first service that runs on it. A database of staging that is opened
-- as production would take its test money and the sandbox's cards for real ones, and one of production that is opened as
-- staging lets anybody with a key simulate deposits.
CREATE TABLE service_environment (
  is_only boolean NOT NULL DEFAULT true,
  environment text NOT NULL,
  since timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT service_environment_only CHECK (is_only),
  CONSTRAINT service_environment_environment CHECK (environment IN ('staging', 'production')),
  CONSTRAINT service_environment_pkey PRIMARY KEY (is_only)
);

CREATE TABLE sign_in_attempts (
  email_hash text NOT NULL,
  scope text NOT NULL,
  failures integer NOT NULL,
  failed_at timestamptz(3) NOT NULL,
  locked_until timestamptz(3),
  CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (email_hash, scope)
);
CREATE INDEX sign_in_attempts_failed_at_idx ON sign_in_attempts (failed_at);

-- What one administrator asked for and another one confirms.
CREATE TABLE admin_requests (
  id text NOT NULL,
  kind text NOT NULL,
  target_id text NOT NULL,
  details jsonb NOT NULL,
  requested_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  confirmed_by text,
  confirmed_at timestamptz(3),
  cancelled_by text,
  cancelled_at timestamptz(3),
  CONSTRAINT admin_requests_kind CHECK (kind IN ('second_approval', 'operator_invitation', 'operator_role')),
  CONSTRAINT admin_requests_confirmed CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL) AND confirmed_by <> requested_by),
  CONSTRAINT admin_requests_cancelled CHECK ((cancelled_by IS NULL) = (cancelled_at IS NULL)),
  CONSTRAINT admin_requests_one_end CHECK (confirmed_at IS NULL OR cancelled_at IS NULL),
  CONSTRAINT admin_requests_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX admin_requests_open_key ON admin_requests (kind, target_id)
  WHERE confirmed_at IS NULL AND cancelled_at IS NULL;

-- Which job a process runs at its start: of several that start together one claims it.
CREATE TABLE job_starts (
  name text NOT NULL,
  claimed_at timestamptz(3) NOT NULL,
  CONSTRAINT job_starts_pkey PRIMARY KEY (name)
);

-- The journal types that are posted in this way alone, and how many legs each may have.
CREATE TABLE operator_posting_kinds (
  kind text NOT NULL,
  max_legs smallint NOT NULL,
  CONSTRAINT operator_posting_kinds_pkey PRIMARY KEY (kind)
);

-- A request, and what became of it. An open request whose time is over is shown as expired and cannot be posted.
CREATE TABLE operator_postings (
  id text NOT NULL,
  kind text NOT NULL,
  status text NOT NULL,
  partner_id text,
  card_id text,
  legs jsonb NOT NULL,
  reason text NOT NULL,
  reference text,
  requested_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  decided_by text,
  decided_at timestamptz(3),
  decision_reason text,
  CONSTRAINT operator_postings_status CHECK (status IN ('pending', 'posted', 'rejected', 'cancelled')),
  CONSTRAINT operator_postings_reason CHECK (btrim(reason) <> ''),
  CONSTRAINT operator_postings_expiry CHECK (expires_at > created_at AND expires_at <= created_at + interval '30 days'),
  -- Posted and rejected by another person than the one who requested it; cancelled by that one.
  CONSTRAINT operator_postings_two_people CHECK (
      CASE status WHEN 'pending' THEN decided_by IS NULL
        WHEN 'cancelled' THEN decided_by IS NOT NULL AND decided_by = requested_by
        ELSE decided_by IS NOT NULL AND decided_by <> requested_by END
      AND (decided_by IS NULL) = (decided_at IS NULL)),
  CONSTRAINT operator_postings_pkey PRIMARY KEY (id)
);
CREATE INDEX operator_postings_status_id_idx ON operator_postings(status, id DESC);
CREATE INDEX operator_postings_legs_idx ON operator_postings USING gin ((lower(legs::text)::jsonb) jsonb_path_ops)
  WHERE status = 'posted';

-- Foreign keys. The ledger has none: its triggers look at the journal and the account of each entry anyway, neither can be
-- deleted, and a foreign key would lock the row of a service account for every posting.
ALTER TABLE cards
  ADD CONSTRAINT cards_user FOREIGN KEY (user_id, partner_id) REFERENCES users(id, partner_id);
ALTER TABLE card_transactions
  ADD CONSTRAINT card_transactions_original FOREIGN KEY (original_id) REFERENCES card_transactions(id),
  ADD CONSTRAINT card_transactions_card FOREIGN KEY (card_id, partner_id) REFERENCES cards(id, partner_id);
ALTER TABLE ledger.accounts
  ADD CONSTRAINT accounts_card FOREIGN KEY (card_id, partner_id) REFERENCES cards(id, partner_id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE api_keys
  ADD CONSTRAINT api_keys_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  ADD CONSTRAINT api_keys_created_by FOREIGN KEY (created_by) REFERENCES people(id),
  ADD CONSTRAINT api_keys_taken_over_by FOREIGN KEY (taken_over_by) REFERENCES people(id);
ALTER TABLE people
  ADD CONSTRAINT people_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  ADD CONSTRAINT people_sponsor FOREIGN KEY (sponsor_id) REFERENCES people(id);
ALTER TABLE sessions
  ADD CONSTRAINT sessions_person FOREIGN KEY (person_id) REFERENCES people(id),
  ADD CONSTRAINT sessions_viewing_partner FOREIGN KEY (viewing_partner_id) REFERENCES partners(id);
ALTER TABLE audit_entries
  ADD CONSTRAINT audit_entries_person FOREIGN KEY (person_id) REFERENCES people(id);
ALTER TABLE users
  ADD CONSTRAINT users_partner FOREIGN KEY (partner_id) REFERENCES partners(id);
ALTER TABLE kyc_sessions
  ADD CONSTRAINT kyc_sessions_user FOREIGN KEY (user_id, partner_id) REFERENCES users(id, partner_id);
ALTER TABLE sandbox_kyc_outcomes
  ADD CONSTRAINT sandbox_kyc_outcomes_session FOREIGN KEY (session_id) REFERENCES kyc_sessions(id);
ALTER TABLE wallet_transactions
  ADD CONSTRAINT wallet_transactions_journal FOREIGN KEY (journal_id) REFERENCES ledger.journals(id);
ALTER TABLE withdrawals
  ADD CONSTRAINT withdrawals_partner FOREIGN KEY (partner_id) REFERENCES partners(id);
ALTER TABLE deposits
  ADD CONSTRAINT deposits_card FOREIGN KEY (card_id, partner_id) REFERENCES cards(id, partner_id);
ALTER TABLE deposit_addresses
  ADD CONSTRAINT deposit_addresses_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  ADD CONSTRAINT deposit_addresses_card FOREIGN KEY (card_id, partner_id) REFERENCES cards(id, partner_id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE alerts
  ADD CONSTRAINT alerts_closed_by_person FOREIGN KEY (closed_by) REFERENCES people(id);
ALTER TABLE invitations
  ADD CONSTRAINT invitations_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  ADD CONSTRAINT invitations_inviter FOREIGN KEY (invited_by) REFERENCES people(id),
  ADD CONSTRAINT invitations_recovers_fkey FOREIGN KEY (recovers) REFERENCES people(id);
ALTER TABLE api_key_uses
  ADD CONSTRAINT api_key_uses_key FOREIGN KEY (key_id) REFERENCES api_keys(id);
ALTER TABLE saved_addresses
  ADD CONSTRAINT saved_addresses_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  ADD CONSTRAINT saved_addresses_person FOREIGN KEY (saved_by) REFERENCES people(id);
ALTER TABLE withdrawal_approvals
  ADD CONSTRAINT withdrawal_approvals_withdrawal FOREIGN KEY (withdrawal_id) REFERENCES withdrawals(id),
  ADD CONSTRAINT withdrawal_approvals_person FOREIGN KEY (person_id) REFERENCES people(id);
ALTER TABLE audit_chain
  ADD CONSTRAINT audit_chain_entry FOREIGN KEY (entry_id) REFERENCES audit_entries(id);
ALTER TABLE checks
  ADD CONSTRAINT checks_person FOREIGN KEY (person_id) REFERENCES people(id);
ALTER TABLE recovery_codes
  ADD CONSTRAINT recovery_codes_person FOREIGN KEY (person_id) REFERENCES people(id);
ALTER TABLE deposit_releases
  ADD CONSTRAINT deposit_releases_deposit FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  ADD CONSTRAINT deposit_releases_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  ADD CONSTRAINT deposit_releases_person FOREIGN KEY (person_id) REFERENCES people(id);
ALTER TABLE admin_requests
  ADD CONSTRAINT admin_requests_requested_by FOREIGN KEY (requested_by) REFERENCES people(id),
  ADD CONSTRAINT admin_requests_confirmed_by FOREIGN KEY (confirmed_by) REFERENCES people(id),
  ADD CONSTRAINT admin_requests_cancelled_by FOREIGN KEY (cancelled_by) REFERENCES people(id);
ALTER TABLE operator_postings
  ADD CONSTRAINT operator_postings_kind FOREIGN KEY (kind) REFERENCES operator_posting_kinds(kind),
  ADD CONSTRAINT operator_postings_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  ADD CONSTRAINT operator_postings_card FOREIGN KEY (card_id, partner_id) REFERENCES cards(id, partner_id),
  ADD CONSTRAINT operator_postings_requested_by_person FOREIGN KEY (requested_by) REFERENCES people(id),
  ADD CONSTRAINT operator_postings_decided_by_person FOREIGN KEY (decided_by) REFERENCES people(id);
