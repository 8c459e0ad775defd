import { copyRow, keyOf } from "@/test/database/read-plan";
import { commitEvents } from "@/test/fixtures/deliveries";
import { makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";

const ROWS = 20_000;
/** Sorts after all ids that are made here. */
const LARGE = "5";

/** The tables that are filled by copies of one row, with the values that each copy has of its own. */
const COPIED: Record<string, string> = {
  users: `'email', n || '@example.com', 'email_key', n || '@example.com'`,
  cards: `'issuer_card_id', 'many_' || n`,
  wallet_transactions: `'journal_id', ${keyOf(`jrn_${LARGE}`)}`,
  withdrawals: `'status', 'pending', 'to_address', '0x' || lpad(n::text, 40, '0')`,
  deposits: "'tx_hash', '0x' || lpad(n::text, 64, '0')",
  webhook_events: `'resource_id', 'usr_' || n, 'is_sent', n % 2 = 0`,
  "ledger.journals": `'source_id', 'many_' || n`,
};
const FILLED = [
  ...Object.keys(COPIED),
  ...["webhook_deliveries", "webhook_attempts", "request_log", "audit_entries"],
];

const insertRequests = (partner: TestPartner, prefix: string, count: number) =>
  sql(
    `INSERT INTO request_log (id, partner_id, method, route, path, status, duration_ms, response_body, created_at)
     SELECT ${keyOf(prefix)}, $1, 'GET', '/a', '/a', CASE n % 3 WHEN 0 THEN 404 WHEN 1 THEN 500 ELSE 200 END, 1, '{}', now()
     FROM generate_series(1, $2::int) n`,
    [partner.partnerId, count],
  );

/** The only action of a partner. */
async function insertEntries(
  { partnerId }: TestPartner,
  prefix: string,
  action: string,
  count: number,
) {
  const { personId } = await makePerson({ partnerId });
  await sql(
    `INSERT INTO audit_entries (id, person_id, partner_id, action, target_id, created_at)
     SELECT ${keyOf(prefix)}, $1, $2, $3, 'key_' || n, now() FROM generate_series(1, $4::int) n`,
    [personId, partnerId, action, count],
  );
  return personId;
}

async function makeRows(partner: TestPartner) {
  await makeCard(partner, { amountUsd: 5 });
  await withdrawalsOf(partner).make(10);
  await commitEvents(partner.partnerId, 3);
}

/** Deliveries and attempts of the copied events: each second is sent. */
async function fillDeliveries({ partnerId }: TestPartner) {
  for (const table of ["webhook_deliveries", "webhook_attempts"])
    await sql(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await sql(
    `INSERT INTO webhook_deliveries (event_id, partner_id, resource_id, sequence, status, attempts, due_at, created_at)
     SELECT id, partner_id, resource_id, sequence, (ARRAY['failed', 'delivered', 'pending'])[1 + right(id, 2)::int % 3], 1, created_at,
       created_at FROM webhook_events WHERE partner_id = $1 AND id LIKE 'evt_${LARGE}%' AND is_sent`,
    [partnerId],
  );
}

const insertAttempts = ({ partnerId }: TestPartner) =>
  sql(
    `INSERT INTO webhook_attempts (id, partner_id, event_id, number, url, succeeded, status_code, started_at, duration_ms)
     SELECT 'dlv_' || substr(id, 5), partner_id, id, 1, 'https://a.example', right(id, 1) = '0', 200, created_at, 1
     FROM webhook_events WHERE partner_id = $1`,
    [partnerId],
  );

/**
 * Makes a partner with a few rows, and beside it one that has nearly all rows of each table. The statistics are those of tables
 * with a few rows.
 */
export async function makeBesideLarge(): Promise<
  TestPartner & { personId: string; largeId: string }
> {
  const small = await makePartner({ balanceUsd: 100 });
  const large = await makePartner({ balanceUsd: 100 });
  for (const partner of [small, large]) await makeRows(partner);
  await insertAttempts(small);
  await insertRequests(small, "req_1", 6);
  // Without the chain of hashes, which one entry after another extends.
  await sql("ALTER TABLE audit_entries DISABLE TRIGGER USER");
  const personId = await insertEntries(small, "aud_1", "revokeApiKey", 3);
  for (const table of FILLED) {
    await sql(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    await sql(`ANALYZE ${table}`);
  }
  // The copies have no journals.
  await sql("ALTER TABLE wallet_transactions DROP CONSTRAINT wallet_transactions_journal");
  for (const [table, own] of Object.entries(COPIED)) {
    const [{ id }] = await sql(`SELECT id FROM ${table} WHERE partner_id = $1 LIMIT 1`, [
      large.partnerId,
    ]);
    const key = keyOf(`${id.split("_")[0]}_${LARGE}`);
    await copyRow(table, id, ROWS, `'id', ${key}, ${own}`);
  }
  await fillDeliveries(large);
  await insertAttempts(large);
  await insertRequests(large, `req_${LARGE}`, ROWS);
  await insertEntries(large, `aud_${LARGE}`, "setRedirectUrl", ROWS);
  return { ...small, personId, largeId: large.partnerId };
}

/** Brings the statistics up to date. After a vacuum an index also answers without its table. */
export async function analyzeAll(command: "ANALYZE" | "VACUUM ANALYZE") {
  for (const table of FILLED) {
    // A sample of a larger table would have no row of the small partner.
    await sql(`ALTER TABLE ${table} ALTER COLUMN partner_id SET (n_distinct = 1)`);
    await sql(`${command} ${table}`);
  }
}
