import type pg from "pg";

const USERS_PER_PARTNER = 100;

/** Approved users of a partner, numbered in their ids. */
export async function insertUsers(
  client: pg.Client,
  partnerId: string,
  users: number,
): Promise<string[]> {
  await client.query(
    `INSERT INTO users (id, partner_id, email, email_key, first_name, last_name, phone_number, account_purpose, ip_address,
       program, address, city, region, postal_code, country_code, status, created_at, version)
     SELECT 'usr_' || right($1, 16) || lpad(n::text, 10, '0'), $1, n || '@example.com', n || '@example.com', 'Amara', 'Okafor',
       '+2348031234567', 'Travel', '102.89.34.10', 'custodial', '14 Marina Road', 'Lagos', 'Lagos', '101241', 'NG',
       'approved', now(), 1 FROM generate_series(1, $2::int) n`,
    [partnerId, users],
  );
  const { rows } = await client.query<{ id: string }>(
    "SELECT id FROM users WHERE partner_id = $1 ORDER BY id",
    [partnerId],
  );
  return rows.map(({ id }) => id);
}

/**
 * `cards` cards and `transactions` card transactions for a partner, by SQL: what a client would have made over months.
 * Triggers are off, so the counters that they keep are written here too. Answers with the card that has them all.
 */
export async function seedRows(
  client: pg.Client,
  partnerId: string,
  cards: number,
  transactions: number,
): Promise<string> {
  await client.query("BEGIN");
  await client.query("SET LOCAL session_replication_role = replica");
  await insertUsers(client, partnerId, USERS_PER_PARTNER);
  await client.query(
    `INSERT INTO cards (id, partner_id, user_id, card_name, currency, status, program, funding_type, first6, last4,
       number_sealed, cvv_sealed, expiry_sealed, issuer_card_id, billing_street, billing_city, billing_state,
       billing_postal_code, billing_country, created_at, version)
     SELECT 'card_' || right($1, 16) || lpad(n::text, 10, '0'), $1,
       'usr_' || right($1, 16) || lpad((n % $3 + 1)::text, 10, '0'), 'Amara Okafor', 'USD', 'active', 'custodial', 'float',
       '400000', lpad((n % 10000)::text, 4, '0'), 'x', 'x', 'x', 'x', '548 Market Street', 'San Francisco', 'CA', '94104',
       'US', now(), 1 FROM generate_series(1, $2::int) n`,
    [partnerId, cards, USERS_PER_PARTNER],
  );
  await client.query(
    `INSERT INTO ledger.accounts (id, kind, partner_id, card_id, balance_micro_usd, version, created_at)
     SELECT k.kind || ':' || c.id, k.kind, c.partner_id, c.id, 0, 0, now()
     FROM cards c, (VALUES ('card'), ('hold')) k (kind) WHERE c.partner_id = $1`,
    [partnerId],
  );
  // All on one card: the filter must cost the same however much stands on it.
  await client.query(
    `INSERT INTO card_transactions (id, partner_id, card_id, category, amount_micro_usd, currency, status, type, description,
       merchant_name, merchant_country, created_at, version)
     SELECT 'txn_' || right($1, 16) || lpad(n::text, 10, '0'), $1, 'card_' || right($1, 16) || lpad('1', 10, '0'),
       'card_withdrawal', 10000000, 'USD', 'settled', 'withdrawal', 'Withdrawal to the wallet', '', '', now(), 1
     FROM generate_series(1, $2::int) n`,
    [partnerId, transactions],
  );
  await client.query(
    `INSERT INTO row_counts (scope, kind, slot, n) VALUES
       ($1, 'users', 0, $4), ($1, 'users:approved', 0, $4),
       ($1, 'cards', 0, $2), ($1, 'cards:active', 0, $2), ($1, 'card_transactions', 0, $3),
       ('card_' || right($1, 16) || lpad('1', 10, '0'), 'card_transactions', 0, $3)`,
    [partnerId, cards, transactions, USERS_PER_PARTNER],
  );
  await client.query("COMMIT");
  const { rows } = await client.query<{ id: string }>(
    "SELECT id FROM cards WHERE partner_id = $1 ORDER BY id LIMIT 1",
    [partnerId],
  );
  const [card] = rows;
  if (!card) throw new Error("no card was made");
  return card.id;
}
