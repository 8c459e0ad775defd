import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findIsBroadSearch } from "@/lib/cards/lists/store";
import type { CardTransactionFilters } from "@/lib/cards/lists/transaction-list";
import { copyRow, keyOf, readPlan } from "@/test/database/read-plan";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { findOwnedTransactions, ownedTransactionStatement } from "./owned-transactions";

const ROWS = 100_000;
const CARDS = 1_000;
const MERCHANTS = 500;

let partner: TestPartner;

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 1_000 });
  const card = await makeCard(partner, { amountUsd: 100 });
  const answer = await clientOf(partner).authorize(card, { amount: 1 });
  const id = answer.json.data.serviceTransactionId;
  const [{ user }] = await sql("SELECT user_id AS user FROM cards WHERE id = $1", [card]);
  await copyRow(
    "users",
    user,
    CARDS,
    `'id', ${keyOf("usr", "n")}, 'email', n || '@example.com', 'email_key', n || '@example.com',
     'first_name', 'First' || n, 'last_name', 'Last' || n`,
  );
  await copyRow(
    "cards",
    card,
    CARDS,
    `'id', ${keyOf("card", "n")}, 'user_id', ${keyOf("usr", "n")}, 'last4', lpad(n::text, 4, '0'),
     'card_name', 'First' || n || ' Last' || n, 'issuer_card_id', 'many_' || n`,
  );
  await copyRow(
    "card_transactions",
    id,
    ROWS,
    `'id', ${keyOf("txn", "n")}, 'card_id', ${keyOf("card", `n % ${CARDS} + 1`)},
     'merchant_name', 'Merchant ' || lpad((n % ${MERCHANTS})::text, 3, '0'),
     'category', CASE WHEN n % 10 = 0 THEN 'cross_border_fee' ELSE 'authorization' END,
     'amount_micro_usd', n * 10000, 'held_micro_usd', 0, 'status', 'settled', 'created_at', now() - n * interval '1 minute'`,
  );
  // Vacuumed, because an index answers alone only where all transactions see the same rows.
  for (const table of ["users", "cards", "card_transactions"]) await sql(`VACUUM ANALYZE ${table}`);
}, 300_000);
afterAll(endTests);

async function explain(filters: CardTransactionFilters) {
  const { partnerId } = partner;
  const isBroadSearch = await findIsBroadSearch(partnerId, filters.search);
  const page = { skip: 0, limit: 50 };
  return readPlan(
    ownedTransactionStatement(partnerId, { ...filters, isBroadSearch }, "newest", page),
  );
}

test.each([
  ["merchant 123", "card_transactions_merchant_search_idx"],
  ["last77", "users_last_name_search_idx"],
  ["first77 last77", "users_name_search_idx"],
])("a search for %s among 100,000 rows reads only what matches", async (search, index) => {
  const { scanned, whole, rows } = await explain({ search });
  expect(whole).toEqual([]);
  // The ids are found once, for the page, its total and the question whether there are too many.
  expect(scanned.filter((each) => each === index)).toEqual([index]);
  // 200 or 1,100 matches, each read by its name and again for the count and for the page.
  expect(rows).toBeLessThan(12_000);
});

test("a search that most transactions match reads them in their order until it has counted enough", async () => {
  expect(await findIsBroadSearch(partner.partnerId, "merchant")).toBe(true);
  const { whole, indexes, rows } = await explain({ search: "merchant" });
  expect(whole).toEqual([]);
  expect([...indexes]).not.toContain("card_transactions_merchant_search_idx");
  expect([...indexes]).toContain("card_transactions_partner_id_created_at_id_idx");
  expect(rows).toBeLessThan(60_000);
});

test("a search that most transactions match finds the newest of them", async () => {
  const page = { skip: 0, limit: 5 };
  const find = (search: string) =>
    findOwnedTransactions(partner.partnerId, { search }, "newest", page);
  const merchants = (await find("merchant")).rows.map(({ merchantName }) => merchantName);
  // Every tenth is a fee, which is folded.
  expect(merchants).toEqual([1, 2, 3, 4, 5].map((n) => `Merchant 00${n}`));
  expect(await find("merchant 001")).not.toHaveProperty("hasTooManyIds");
});

test("a search by an id reads a few rows", async () => {
  const { whole, rows } = await explain({ search: `txn_${"77".padStart(26, "0")}` });
  expect(whole).toEqual([]);
  expect(rows).toBeLessThan(50);
});

test("declines for a reason are read by the index of the reasons", async () => {
  await sql(
    `UPDATE card_transactions SET status = 'declined', declined_reason = 'card frozen'
    WHERE partner_id = $1 AND amount_micro_usd % 10000000 = 0`,
    [partner.partnerId],
  );
  await sql("VACUUM ANALYZE card_transactions");
  const { indexes, whole } = await explain({ declinedReasons: ["card frozen"] });
  expect(whole).toEqual([]);
  expect([...indexes]).toContain("card_transactions_declined_idx");
});

test.each([{}, { search: "4077" }, { search: "770.70" }])(
  "a list with %j reads the entries of an index, and rows of the page only",
  async (filters) => {
    const { whole, indexes } = await explain(filters);
    expect(whole).toEqual([]);
    expect([...indexes]).toContain("card_transactions_partner_id_created_at_id_idx");
  },
);
