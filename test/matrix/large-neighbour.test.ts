import "@/test/database";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listCards } from "@/lib/cards/store";
import type { Statement } from "@/lib/db/list-statement";
import { depositList } from "@/lib/deposits/deposit-list";
import { findUsers, listUsers } from "@/lib/users/store";
import { listWalletTransactions } from "@/lib/wallet/store";
import { listWithdrawals, listWithdrawalsInState } from "@/lib/withdrawals/store";
import { copyRow, keyOf, readPlan } from "@/test/database/read-plan";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";

const ROWS = 20_000;
const page = { skip: 0, limit: 50 };
const TABLES = ["users", "cards", "wallet_transactions", "withdrawals", "deposits"];

let small: TestPartner;

const idOf = async (table: string, { partnerId }: TestPartner) =>
  (await sql(`SELECT id FROM ${table} WHERE partner_id = $1 LIMIT 1`, [partnerId]))[0].id;

beforeAll(async () => {
  small = await makePartner({ balanceUsd: 100 });
  const large = await makePartner({ balanceUsd: 100 });
  for (const partner of [small, large]) {
    await makeCard(partner, { amountUsd: 5 });
    await withdrawalsOf(partner).make(10);
  }
  const own: Record<string, string> = {
    users: `'email', n || '@example.com', 'email_key', n || '@example.com'`,
    cards: `'issuer_card_id', 'many_' || n`,
    wallet_transactions: `'journal_id', ${keyOf("jrn_5")}`,
    withdrawals: "'status', 'pending'",
    deposits: "'tx_hash', '0x' || lpad(n::text, 64, '0')",
  };
  // The copies have no journals.
  await sql("ALTER TABLE wallet_transactions DROP CONSTRAINT wallet_transactions_journal");
  for (const table of TABLES) {
    const id = await idOf(table, large);
    const columns = `'id', ${keyOf(`${id.split("_")[0]}_5`)}, ${own[table]}`;
    await copyRow(table, id, ROWS, columns);
    // A sample of a larger table would have no row of the small partner.
    await sql(`ALTER TABLE ${table} ALTER COLUMN partner_id SET (n_distinct = 1)`);
    await sql(`VACUUM ANALYZE ${table}`);
  }
  await sql("SET plan_cache_mode = force_generic_plan");
  await sql("SET enable_seqscan = off");
}, 120_000);
afterAll(endTests);

/** The statement that a list sends. */
async function sentBy(list: () => Promise<unknown>): Promise<Statement> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await list();
    const sent = query.mock.calls.map(([each]) => Object(each));
    return sent.find(({ name }) => /list|find_users/.test(name));
  } finally {
    query.mockRestore();
  }
}

const cursor = `usr_7${"0".repeat(25)}`;
const LISTS: Record<string, (partnerId: string) => Promise<unknown>> = {
  "all users": (id) => listUsers(id, page),
  "the newest users": (id) => findUsers(id, { sort: "newest" }, page),
  "the oldest users": (id) => findUsers(id, { sort: "oldest" }, page),
  "users after a cursor": (id) => findUsers(id, {}, { ...page, cursor }),
  "users of a status": (id) => findUsers(id, { status: ["denied"] }, page),
  cards: (id) => listCards(id, page),
  "wallet transactions": (id) => listWalletTransactions(id, page),
  withdrawals: (id) => listWithdrawals(id, page),
  "withdrawals of a status": (id) => listWithdrawalsInState(id, "pending", page),
};

test.each(Object.entries(LISTS))(
  "%s of a partner are read without those of a large partner beside it",
  async (_, list) => {
    const statement = await sentBy(() => list(small.partnerId));
    const { rows, whole } = await readPlan(statement);
    expect(whole).toEqual([]);
    expect(rows).toBeLessThan(100);
  },
);

test.each([[{}], [{ from: new Date(0) }], [{ status: ["credited"] }]] as const)(
  "deposits with %j are read without those of a large partner beside them",
  async (filters) => {
    const { rows, whole } = await readPlan(depositList(small.partnerId, filters, page));
    expect(whole).toEqual([]);
    expect(rows).toBeLessThan(100);
  },
);
