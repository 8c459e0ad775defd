import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditList } from "@/lib/audit/partner/audit-list";
import { cardList } from "@/lib/cards/lists/card-list";
import { listStatement } from "@/lib/db/list-statement";
import { requestList } from "@/lib/request-log/request-list";
import { LISTED_COLUMNS } from "@/lib/users/store";
import { userList, usersFound } from "@/lib/users/user-list";
import { attemptList, eventList } from "@/lib/webhooks/lists";
import { findDeliveries, findEvents } from "@/lib/webhooks/sql-store";
import { withdrawalList } from "@/lib/withdrawals/withdrawal-list";
import { copyRow, keyOf, readPlan } from "@/test/database/read-plan";
import { commitEvents } from "@/test/fixtures/deliveries";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";

const ROWS = 30_000;
const FILLED = [
  ...["users", "cards", "webhook_events", "webhook_deliveries", "webhook_attempts", "withdrawals"],
  ...["saved_addresses", "request_log", "partner_audit_entries", "audit_entries"],
];
const page = { skip: 0, limit: 50 };
let partner: TestPartner;

/** SQL for the value of each tenth row, and for all others. */
const eachTenth = (value: string, other: string) =>
  `CASE WHEN n % 10 = 0 THEN '${value}' ELSE '${other}' END`;

async function fillUsersAndCards() {
  const card = await makeCard(partner, { amountUsd: 100 });
  const [{ user }] = await sql("SELECT user_id AS user FROM cards WHERE id = $1", [card]);
  await copyRow(
    "users",
    user,
    ROWS,
    `'id', ${keyOf("usr")}, 'email', n || '@example.com', 'email_key', n || '@example.com',
     'first_name', 'First' || n, 'last_name', 'Last' || n, 'status', ${eachTenth("denied", "approved")}`,
  );
  await copyRow(
    "cards",
    card,
    ROWS,
    `'id', ${keyOf("card")}, 'user_id', ${keyOf("usr")}, 'last4', lpad((n % 10000)::text, 4, '0'),
     'status', ${eachTenth("frozen", "active")}, 'issuer_card_id', 'many_' || n`,
  );
}

async function fillEvents() {
  const [event] = await commitEvents(partner.partnerId);
  await copyRow(
    "webhook_events",
    event ?? "",
    ROWS,
    `'id', ${keyOf("evt")}, 'resource_id', 'res_' || n, 'created_at', now() - n * interval '1 minute',
     'is_sent', true, 'type', ${eachTenth("card.transaction-event", "user.kyc-event")}`,
  );
  await sql("ALTER TABLE webhook_deliveries DISABLE TRIGGER USER");
  await sql(
    `INSERT INTO webhook_deliveries (event_id, partner_id, resource_id, sequence, status, attempts, due_at, created_at)
     SELECT id, partner_id, resource_id, sequence, CASE WHEN right(id, 1) = '0' THEN 'failed' ELSE 'delivered' END,
       1, created_at, created_at FROM webhook_events WHERE partner_id = $1 AND id LIKE 'evt_0%'`,
    [partner.partnerId],
  );
  await sql("ALTER TABLE webhook_attempts DISABLE TRIGGER USER");
  await sql(
    `INSERT INTO webhook_attempts (id, partner_id, event_id, number, url, succeeded, status_code, started_at, duration_ms)
     SELECT 'dlv_' || substr(event_id, 5), partner_id, event_id, 1, 'https://a.example', true, 200, created_at, 1
     FROM webhook_deliveries WHERE partner_id = $1 AND attempts = 1`,
    [partner.partnerId],
  );
}

async function fillWithdrawals() {
  const { personId } = await makePerson({ partnerId: partner.partnerId });
  const withdrawal = await withdrawalsOf(partner).make(10);
  await copyRow(
    "withdrawals",
    withdrawal,
    ROWS,
    `'id', ${keyOf("wd")}, 'amount_micro_usd', n * 1000000::bigint, 'to_address', '0x' || lpad(n::text, 40, '0'),
     'status', 'completed', 'approved_at', now(), 'completed_at', now(), 'tx_hash', '0x' || lpad(n::text, 64, '0')`,
  );
  await sql(
    `INSERT INTO saved_addresses SELECT 'adr_' || n, $1, 'label' || n, '0x' || lpad(n::text, 40, '0'), $2, now()
     FROM generate_series(1, 2000) n`,
    [partner.partnerId, personId],
  );
}

/** Entries of one person, with a rare action each tenth time and a target of their own. */
async function fillAuditLog() {
  const { personId } = await makePerson({ partnerId: partner.partnerId });
  // Without the chain of hashes, which one entry after another extends; the trigger that lists entries runs.
  await sql("ALTER TABLE audit_entries DISABLE TRIGGER chained");
  await sql(
    `INSERT INTO audit_entries (id, person_id, partner_id, action, target_id, created_at)
     SELECT ${keyOf("aud")}, $1, $2, ${eachTenth("revokeApiKey", "setRedirectUrl")}, 'key_' || n, now()
     FROM generate_series(1, ${ROWS}) n`,
    [personId, partner.partnerId],
  );
  await sql("ALTER TABLE audit_entries ENABLE TRIGGER chained");
}

const fillRequests = () =>
  sql(
    `INSERT INTO request_log (id, partner_id, method, route, path, status, duration_ms, response_body, created_at)
     SELECT ${keyOf("req")}, $1, ${eachTenth("POST", "GET")}, '/a', '/a',
       CASE n % 20 WHEN 0 THEN 404 WHEN 10 THEN 500 ELSE 200 END, 1, '{}', now() FROM generate_series(1, ${ROWS}) n`,
    [partner.partnerId],
  );

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 1_000 });
  await fillUsersAndCards();
  await fillEvents();
  await fillWithdrawals();
  await fillRequests();
  await fillAuditLog();
  // Vacuumed, because an index answers alone only where all transactions see the same rows.
  for (const table of FILLED) await sql(`VACUUM ANALYZE ${table}`);
}, 300_000);
afterAll(endTests);

test.each(["newest", "oldest", "name", "email"] as const)(
  "users of several statuses in the order %s are read by an index",
  async (sort) => {
    const status = ["denied", "pending_kyc"] as const;
    const list = userList(partner.partnerId, LISTED_COLUMNS, { status, sort }, page);
    const { whole, rows } = await readPlan(list);
    expect(whole).toEqual([]);
    // 3,000 match. They are counted, and read again for the page where their index has another order.
    expect(rows).toBeLessThan(7_000);
  },
);

test("users of several statuses are found by name, and exported", async () => {
  const status = ["denied", "approved"] as const;
  const found = { status, search: "first77" };
  const plan = await readPlan(userList(partner.partnerId, LISTED_COLUMNS, found, page));
  expect(plan.whole).toEqual([]);
  expect([...plan.indexes]).toContain("users_name_search_idx");
  const exported = { ...usersFound(partner.partnerId, LISTED_COLUMNS, { status }), page };
  expect((await readPlan(listStatement(exported))).whole).toEqual([]);
});

test("cards of several statuses and funding types are read by the index of their order", async () => {
  const filters = { status: ["frozen", "terminated"], fundingType: ["float", "crypto"] } as const;
  const list = listStatement({ ...cardList(partner.partnerId, filters), page });
  const { whole, indexes } = await readPlan(list);
  expect(whole).not.toContain("cards");
  expect([...indexes]).toContain("cards_partner_id_id_idx");
});

test.each([
  [{ status: ["failed", "pending"] }, "webhook_deliveries_partner_id_status_event_id_idx"],
  [
    { event: ["card.transaction-event", "card.deposit.crypto"] },
    "webhook_events_partner_id_type_id_idx",
  ],
  [{ status: ["not_sent"] }, "webhook_events_unsent_idx"],
  [{ status: ["not_sent", "pending"] }, "webhook_events_unsent_idx"],
] as const)("webhook events with %j are read by an index", async (filters, index) => {
  const { whole, indexes } = await readPlan(eventList(partner.partnerId, filters, page));
  expect(whole).toEqual([]);
  expect([...indexes]).toContain(index);
});

test.each([
  [{ status: ["pending", "not_sent"] }],
  [{ status: ["delivered"], event: ["card.deposit.crypto"] }],
  [{ status: ["delivered", "failed"], event: ["card.deposit.crypto", "wallet.deposit.crypto"] }],
  [{ to: new Date(-3_600_000) }],
] as const)(
  "webhook events with %j, which few have, are read without the others",
  async (filters) => {
    const { whole, rows } = await readPlan(eventList(partner.partnerId, filters, page));
    expect(whole).toEqual([]);
    expect(rows).toBeLessThan(300);
  },
);

test.each([
  [{ status: "failed" }],
  [{ event: ["card.deposit.crypto"] }],
  [{ event: ["card.deposit.crypto"], status: "succeeded" }],
  [{ to: new Date(-3_600_000) }],
] as const)(
  "webhook requests with %j, which few have, are read without the others",
  async (filters) => {
    const { whole, rows } = await readPlan(attemptList(partner.partnerId, filters, page));
    expect(whole).toEqual([]);
    expect(rows).toBeLessThan(300);
  },
);

test("webhook events and requests of a type that many events have are found, and counted in a part", async () => {
  const event = ["user.kyc-event"] as const;
  for (const found of [
    await findDeliveries(partner.partnerId, { event }, page),
    await findEvents(partner.partnerId, { event, status: ["delivered", "failed"] }, page),
  ]) {
    expect(found.rows).toHaveLength(50);
    expect(new Set(found.rows.map(({ type }) => type))).toEqual(new Set(event));
    expect(found).toMatchObject({ total: 10_000, hasMoreThanTotal: true });
    expect(found).not.toHaveProperty("hasTooManyIds");
  }
});

test.each([
  [{ status: ["pending", "completed"] }, /withdrawals_partner_id_id_idx/],
  [{ amountMin: 25_000_000_000n, from: new Date(0) }, /withdrawals_partner_id_id_idx/],
  [{ search: `0x${"77".padStart(40, "0")}` }, /withdrawals_partner_address_idx/],
  [{ search: `0x${"77".padStart(64, "0")}` }, /withdrawals_partner_id_tx_hash_idx/],
  [{ search: "label77" }, /saved_addresses_label_search_idx/],
] as const)("withdrawals with %o are read by an index", async (filters, index) => {
  const list = { ...withdrawalList(partner.partnerId, filters), page };
  const { whole, indexes } = await readPlan(listStatement(list));
  expect(whole).toEqual([]);
  expect([...indexes].join()).toMatch(index);
});

test("unsuccessful requests of both kinds are merged in the order of the log", async () => {
  const status = ["5xx", "4xx"] as const;
  const { rows: list } = requestList(partner.partnerId, "r.id", { status }, page);
  const { whole, rows, indexes } = await readPlan(list);
  expect(whole).toEqual([]);
  expect(indexes).toEqual(new Set(["request_log_refused_idx", "request_log_failed_idx"]));
  expect(rows).toBeLessThan(300);
});

test("requests with one of several methods are looked for in a part of the log", async () => {
  const { rows: list } = requestList(partner.partnerId, "r.id", { method: ["POST", "PUT"] }, page);
  const { whole, rows } = await readPlan(list);
  expect(whole).toEqual([]);
  expect(rows).toBeLessThan(25_000);
});

test.each([
  [{}, /partner_audit_entries_pkey/, ROWS],
  [{ action: "revokeApiKey" }, /partner_audit_entries_partner_id_action_entry_id_idx/, ROWS / 10],
  [{ target: "key_7" }, /partner_audit_entries_partner_id_target_id_entry_id_idx/, 1],
  [{ actor: "operator" }, /partner_audit_entries_partner_id_person_id_entry_id_idx/, 0],
  [{ from: new Date("2100-01-01"), to: new Date("2100-01-02") }, /partner_audit_entries_pkey/, 0],
] as const)("audit entries with %o are read by an index", async (filters, index, count) => {
  const list = listStatement({ ...auditList(partner.partnerId, filters), page });
  const { whole, rows, indexes } = await readPlan(list);
  expect(whole).toEqual([]);
  expect([...indexes].some((name) => index.test(name))).toBe(true);
  // Counted once, and the page with its details.
  expect(rows).toBeLessThan(count + 500);
});
