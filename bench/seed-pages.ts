import type pg from "pg";

/** How many rows each table gets. */
export interface Sizes {
  /** Card transactions. */
  transactions: number;
  /** Journals with two entries and a wallet transaction each. */
  journals: number;
  /** Everything else. */
  lists: number;
  /** The rows are evenly over as many days until now. */
  days: number;
}

/**
 * The rows of a table: `n` counts them from 1, `at` is the time of a row, `tail` the end of its ids, `list_tail` the
 * end of the ids of a list's row, `first_tail` that of the first row, `$1` the partner.
 */
interface Seeded {
  table: string;
  columns: string;
  values: string;
  /** Which size the table has: `lists` when left out. */
  size?: "transactions" | "journals" | "lists";
}

const FIRST =
  "Amara,Bruno,Chidi,Daria,Emeka,Farah,Goran,Hana,Idris,Jun,Kofi,Lena,Mateo,Noor,Olga,Priya";
const LAST =
  "Okafor,Silva,Novak,Tanaka,Haddad,Berg,Mensah,Rossi,Kaya,Moreau,Ivanova,Sharma,Nkosi,Duarte";
const MERCHANTS =
  "Blue Bottle Coffee,Lidl,Shell,Uber,Amazon,Ikea,Zara,Carrefour,Bolt,Netflix,Delta,Spotify";
const oneOf = (list: string, n = "n") =>
  `(ARRAY['${list.replaceAll(",", "','")}'])[1 + (${n}) % ${list.split(",").length}]`;
const id = (prefix: string) => `'${prefix}_' || tail`;
/** Whatever the number of rows, their amounts are between 1 and 501 USD. */
const AMOUNT = "1000000 + n::bigint * 7919003 % 500000000";
const USER_STATUS = "CASE n % 20 WHEN 0 THEN 'pending' WHEN 1 THEN 'denied' ELSE 'approved' END";
const CARD_STATUS = "CASE n % 20 WHEN 0 THEN 'frozen' WHEN 1 THEN 'terminated' ELSE 'active' END";
const TXN_STATUS =
  "CASE n % 20 WHEN 0 THEN 'authorized' WHEN 1 THEN 'declined' WHEN 2 THEN 'reversed' ELSE 'settled' END";
/** At least 60 are pending, so that the page of the queue is full whatever the number of rows. */
const IS_PENDING = "(n % 100 = 0 OR n <= 60)";
const WD_STATUS = `CASE WHEN ${IS_PENDING} THEN 'pending' WHEN n % 100 = 1 THEN 'cancelled' ELSE 'completed' END`;
const wdTime = (status: string) => `CASE ${WD_STATUS} WHEN '${status}' THEN at END`;
const SENT_STATUS = "CASE n % 50 WHEN 0 THEN 'pending' WHEN 1 THEN 'failed' ELSE 'delivered' END";
const CATEGORIES = "deposit,card_funding,card_withdrawal,kyc_fee,card_creation_fee,card_funding";
const CATEGORY = `CASE WHEN n % 100 = 0 THEN 'withdrawal' ELSE ${oneOf(CATEGORIES)} END`;
const IS_CREDIT = "n % 100 > 0 AND n % 6 IN (0, 2)";
/** A hash that no other partner's row has. */
const HASH = "'0x' || md5($1 || n) || md5(n::text)";
/** The sources of journals: that of a deposit names the transfer. */
const SOURCE = `CASE WHEN n % 100 = 0 THEN ${id("wd")}
  WHEN n % 6 = 0 THEN 'base-sepolia:' || ${HASH} || ':0' ELSE ${id("txn")} END`;
const address = (n: string) => `'0x' || lpad(to_hex(${n}), 40, '0')`;

const LISTS: readonly Seeded[] = [
  {
    table: "users",
    columns: `id, partner_id, email, email_key, first_name, last_name, phone_number, account_purpose, ip_address, program,
      address, city, region, postal_code, country_code, status, created_at, version`,
    values: `${id("usr")}, $1, n || '@example.com', n || '@example.com', ${oneOf(FIRST)}, ${oneOf(LAST, "n / 16")},
      '+2348031234567', 'Travel', '102.89.34.10', 'custodial', '14 Marina Road', 'Lagos', 'Lagos', '101241', 'NG',
      ${USER_STATUS}, at, 1`,
  },
  {
    table: "cards",
    columns: `id, partner_id, user_id, card_name, currency, status, program, funding_type, first6, last4, number_sealed,
      cvv_sealed, expiry_sealed, issuer_card_id, billing_street, billing_city, billing_state, billing_postal_code,
      billing_country, created_at, terminated_at, version`,
    values: `${id("card")}, $1, ${id("usr")}, ${oneOf(FIRST)} || ' ' || ${oneOf(LAST, "n / 16")}, 'USD', ${CARD_STATUS},
      'custodial', 'float', '400000', lpad((n % 10000)::text, 4, '0'), 'x', 'x', 'x', 'x', '548 Market Street',
      'San Francisco', 'CA', '94104', 'US', at, CASE WHEN n % 20 = 1 THEN at END, 1`,
  },
  {
    table: "ledger.accounts",
    columns: "id, kind, partner_id, card_id, balance_micro_usd, version, created_at",
    values: `'card:' || ${id("card")}, 'card', $1, ${id("card")}, CASE WHEN n % 20 = 1 THEN 0 ELSE 5000000 END, 0, at`,
  },
  {
    table: "ledger.accounts",
    columns: "id, kind, partner_id, card_id, balance_micro_usd, version, created_at",
    values: `'hold:' || ${id("card")}, 'hold', $1, ${id("card")}, 0, 0, at`,
  },
  {
    table: "card_transactions",
    size: "transactions",
    columns: `id, partner_id, card_id, category, amount_micro_usd, currency, status, type, description, merchant_name,
      merchant_country, declined_reason, held_micro_usd, created_at, version`,
    values: `${id("txn")}, $1, CASE WHEN n % 2 = 0 THEN 'card_' || list_tail ELSE 'card_' || first_tail END, 'authorization', ${AMOUNT}, 'USD',
      ${TXN_STATUS}, 'purchase', 'Purchase', ${oneOf(MERCHANTS)}, 'US', CASE WHEN n % 20 = 1 THEN 'insufficient_funds' END,
      CASE WHEN n % 20 = 0 THEN ${AMOUNT} ELSE 0 END, at, 1`,
  },
  {
    table: "wallet_transactions",
    size: "journals",
    columns: `id, partner_id, journal_id, amount_micro_usd, currency, type, status, action, category, narration, card_id,
      created_at`,
    values: `${id("txn")}, $1, ${id("jrn")}, ${AMOUNT}, 'USD', CASE WHEN ${IS_CREDIT} THEN 'credit' ELSE 'debit' END,
      'success', 'funding', ${CATEGORY}, 'A line', 'card_' || list_tail, at`,
  },
  {
    table: "withdrawals",
    columns: `id, partner_id, amount_micro_usd, fee_micro_usd, to_address, status, tx_hash, created_at, approved_at,
      completed_at, cancelled_at, version`,
    values: `${id("wd")}, $1, ${AMOUNT}, 500000, ${address("n % 1000")}, ${WD_STATUS},
      CASE ${WD_STATUS} WHEN 'completed' THEN ${HASH} END, at, ${wdTime("completed")},
      ${wdTime("completed")}, ${wdTime("cancelled")}, 1`,
  },
  {
    table: "deposits",
    columns:
      "id, partner_id, chain, tx_hash, ordinal, token, amount_micro_usd, from_address, to_address, created_at",
    values: `${id("dep")}, $1, 'base-sepolia', ${HASH}, 0, 'usdc', ${AMOUNT}, ${address("7")},
      ${address("8")}, at`,
  },
];

const LOGS: readonly Seeded[] = [
  {
    table: "ledger.journals",
    size: "journals",
    columns: "id, type, source_id, partner_id, leg_count, created_at",
    values: `${id("jrn")}, ${CATEGORY}, ${SOURCE}, $1, 2, at`,
  },
  {
    table: "ledger.entries",
    size: "journals",
    columns:
      "journal_id, leg, account_id, amount_micro_usd, account_version, balance_after_micro_usd, created_at",
    values: `${id("jrn")}, 1, 'wallet:' || $1, CASE WHEN ${IS_CREDIT} THEN ${AMOUNT} ELSE -(${AMOUNT}) END, n,
      1000000000 + ${AMOUNT}, at`,
  },
  {
    table: "ledger.entries",
    size: "journals",
    columns: "journal_id, leg, account_id, amount_micro_usd, created_at",
    values: `${id("jrn")}, 2, CASE WHEN ${IS_CREDIT} THEN 'custody:base-sepolia:usdc' ELSE 'fees' END,
      CASE WHEN ${IS_CREDIT} THEN -(${AMOUNT}) ELSE ${AMOUNT} END, at`,
  },
  {
    table: "webhook_events",
    columns: "id, partner_id, type, resource_id, body, created_at, sequence",
    values: `${id("evt")}, $1, 'card.transaction-event', ${id("txn")}, '{"event":"card.transaction-event","data":{}}', at, 1`,
  },
  {
    table: "webhook_deliveries",
    columns: `event_id, partner_id, resource_id, sequence, status, attempts, failures, due_at, created_at, completed_at`,
    values: `${id("evt")}, $1, ${id("txn")}, 1, ${SENT_STATUS}, 1, 0, now() + interval '1 day', at,
      CASE WHEN n % 50 > 0 THEN at END`,
  },
  {
    table: "webhook_attempts",
    columns:
      "id, partner_id, event_id, number, url, succeeded, status_code, response_body, started_at, duration_ms",
    values: `${id("dlv")}, $1, ${id("evt")}, 1, 'https://hooks.example.com', n % 50 > 1, 200, 'ok', at, 80`,
  },
  {
    table: "request_log",
    columns:
      "id, partner_id, person_id, method, route, path, status, duration_ms, response_body, created_at",
    values: `${id("req")}, $1, (SELECT min(id) FROM people), 'POST', ${oneOf("/api/v1/partner/card,/api/v1/partner/card/fund")}, '/api/v1/partner/card',
      CASE n % 50 WHEN 0 THEN 400 ELSE 200 END, 12, '{"status":"success"}', at`,
  },
  {
    table: "audit_entries",
    columns: "id, person_id, partner_id, action, target_id, created_at",
    values: `${id("aud")}, (SELECT min(id) FROM people), $1, ${oneOf("card.freeze,card.reveal,key.create")}, ${id("card")}, at`,
  },
];

/** Counters that triggers would have kept, and the wallet as its last entry leaves it. */
const COUNTED = `
  INSERT INTO row_counts (scope, kind, slot, n)
    SELECT partner_id, 'users:' || status, 0, count(*) FROM users WHERE partner_id = $1 GROUP BY 1, 2
    UNION ALL SELECT partner_id, 'cards:' || status, 0, count(*) FROM cards WHERE partner_id = $1 GROUP BY 1, 2
    UNION ALL SELECT partner_id, 'withdrawals:' || status, 0, count(*) FROM withdrawals WHERE partner_id = $1 GROUP BY 1, 2
    UNION ALL SELECT card_id, 'card_transactions', 0, count(*) FROM card_transactions WHERE partner_id = $1 GROUP BY 1
    UNION ALL SELECT $1, kind, 0, n FROM (VALUES ('users', $2::bigint), ('cards', $2), ('withdrawals', $2),
      ('webhook_events', $2), ('webhook_attempts', $2), ('card_transactions', $3), ('wallet_transactions', $4)) k (kind, n)`;
const WALLET = `UPDATE ledger.accounts a SET version = e.account_version, balance_micro_usd = e.balance_after_micro_usd
  FROM ledger.entries e WHERE a.id = 'wallet:' || $1 AND e.account_id = a.id AND e.account_version = $2`;

const BATCH_ROWS = 500_000;
/** The beginning of ids, as lib/kernel/ids.ts makes them: milliseconds in 10 letters. */
const letters = (ms: string) =>
  [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    .map(
      (place) =>
        `substr('0123456789abcdefghjkmnpqrstvwxyz', ((${ms} >> ${5 * place}) & 31)::int + 1, 1)`,
    )
    .join(" || ");
/** The millisecond of row `n` of `total`: evenly over the last days. $2 is the present one. */
const msOf = (n: string, total: number, days: number) =>
  `($2::bigint - ${days * 86_400_000}::bigint * (${total} - ${n}) / ${total})`;
/** In place of the random part of an id stand the end of the partner's id and the row's number. */
const tailOf = (ms: string, n: string) =>
  `${letters(ms)} || right($1, 4) || lpad((${n})::text, 12, '0')`;

/** The rows from $3 to $4 of a table of `total` rows. Every list has `lists` rows, and each row here belongs to one of them. */
function rowsOf(total: number, { lists, days }: Sizes): string {
  return `(SELECT n, to_timestamp(ms / 1000.0) AS at, ${tailOf("ms", "n")} AS tail,
      ${tailOf(msOf("k", lists, days), "k")} AS list_tail, ${tailOf(msOf("1", lists, days), "1")} AS first_tail
    FROM generate_series($3::bigint, $4::bigint) n, LATERAL (SELECT ${msOf("n", total, days)} AS ms,
      CASE WHEN ${total} = ${lists} THEN n ELSE n * 7919 % ${lists} + 1 END AS k) i) bench_rows`;
}

/** Runs the statements of a table by turns on the connections. */
async function fill(
  clients: readonly pg.Client[],
  text: string,
  ranges: { from: number; to: number }[],
  [partnerId, nowMs]: readonly [string, number],
): Promise<void> {
  const work = async (client: pg.Client) => {
    for (let range = ranges.shift(); range; range = ranges.shift())
      await client.query(text, [partnerId, nowMs, range.from, range.to]);
  };
  await Promise.all(clients.map(work));
}

/**
 * Rows for a partner that has none yet, evenly over the last days, past the triggers. Its books do not add up: they are
 * for reading pages.
 * @param clients connections of a superuser, which share the work
 */
export async function seedPages(
  clients: readonly [pg.Client, ...pg.Client[]],
  partnerId: string,
  sizes: Sizes,
): Promise<void> {
  const [client] = clients;
  const nowMs = Date.now();
  for (const each of clients) await each.query("SET session_replication_role = replica");
  for (const { table, columns, values, size = "lists" } of [...LISTS, ...LOGS]) {
    const ranges = [];
    for (let from = 1; from <= sizes[size]; from += BATCH_ROWS)
      ranges.push({ from, to: Math.min(from + BATCH_ROWS - 1, sizes[size]) });
    const text = `INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${rowsOf(sizes[size], sizes)}
         WHERE $1::text IS NOT NULL`;
    await fill(clients, text, ranges, [partnerId, nowMs]);
  }
  await client.query(COUNTED, [partnerId, sizes.lists, sizes.transactions, sizes.journals]);
  await client.query(WALLET, [partnerId, sizes.journals]);
  for (const each of clients) await each.query("RESET session_replication_role");
}
