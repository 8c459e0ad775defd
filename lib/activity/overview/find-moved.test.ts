import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY_MS } from "@/lib/kernel/durations";
import { firstIdAt } from "@/lib/kernel/ids";
import { WALLET_CATEGORIES } from "@/lib/wallet/categories";
import { sumWalletsUntil } from "@/test/database/sum-wallets";
import { tamper } from "@/test/database/superuser";
import { eventually } from "@/test/eventually";
import { deposit, endTests, makePartner, sql } from "@/test/fixtures/make";
import { dayStarts } from "./day-starts";
import { MONEY_IN, MONEY_OUT, OVERVIEW_DAYS } from "./schema";
import { findMoved, sumWalletsBefore } from "./store";
import { sumWallets } from "./sum-wallets";

const ROWS = 3_000;
/** Until the transactions of other tests in the same cluster have ended. */
const OTHERS_END = { timeoutMs: 120_000 };
const TABLES = ["wallet_sums", "wallet_hour_sums", "wallet_day_sums"];
const CATEGORIES = [...MONEY_IN, ...MONEY_OUT];
const ZONES = [
  "UTC",
  "Europe/Berlin",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "America/St_Johns",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
];
/** So long ago that all transactions of the past can be summed. */
const at = new Date(Date.now() - 600_000);
afterAll(endTests);

interface Row {
  id: string;
  partner_id: string;
  category: string;
  amount_micro_usd: string;
  created_at: string;
}

const below = (limit: number) => Math.floor(Math.random() * limit);

/** Transactions of 35 days, one of some minutes ago; ids are made after the instant of a row, a few of them days after. */
function generate(partnerIds: readonly string[]): Row[] {
  const rows = new Map<string, Row>();
  while (rows.size < ROWS) {
    const createdMs = at.getTime() - (rows.size === 0 ? 600_000 : below(35 * DAY_MS));
    const lateMs = rows.size > 0 && below(50) === 0 ? below(5 * DAY_MS) : below(20_000);
    const id = firstIdAt("txn", new Date(Math.min(createdMs + lateMs, at.getTime())));
    rows.set(id, {
      id,
      partner_id: partnerIds[below(partnerIds.length)] ?? "",
      category: CATEGORIES[below(CATEGORIES.length)] ?? "",
      amount_micro_usd: String(1 + below(9_007_199_254_740)),
      created_at: new Date(createdMs).toISOString(),
    });
  }
  return [...rows.values()];
}

const insert = (rows: readonly Row[]) =>
  tamper(
    `INSERT INTO wallet_transactions (id, partner_id, journal_id, amount_micro_usd, currency, type, status, action, category,
       narration, created_at)
     SELECT r.id, r.partner_id, 'jrn_' || r.id, r.amount_micro_usd, 'USD', 'credit', 'success', 'funding', r.category, 'x',
       r.created_at FROM jsonb_to_recordset('${JSON.stringify(rows)}') r (id text, partner_id text, amount_micro_usd bigint,
         category text, created_at timestamptz)`,
  );

/** The days of an overview, and a long period before some of them, which is read in sums of days. */
function periodsOf(zone: string): Date[][] {
  const days = dayStarts(at, zone, OVERVIEW_DAYS).map(({ startsAt }) => startsAt);
  return [days, [...days.slice(0, 1), ...days.slice(17)]];
}

/** What `findMoved` says, by period and category. */
async function found(partnerId: string, starts: Date[]): Promise<Record<string, bigint>> {
  const moved = await findMoved(partnerId, starts);
  return Object.fromEntries(
    moved.map(({ day, category, amountMicroUsd }) => [`${day} ${category}`, amountMicroUsd]),
  );
}

/** The same from the rows, one by one. */
function summed(rows: readonly Row[], partnerId: string, starts: Date[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const row of rows) {
    const day = starts.findLastIndex((start) => start.getTime() <= Date.parse(row.created_at));
    if (row.partner_id !== partnerId || day < 0) continue;
    const key = `${day} ${row.category}`;
    sums[key] = (sums[key] ?? 0n) + BigInt(row.amount_micro_usd);
  }
  return sums;
}

describe("the movements of a wallet are the plain sum of its transactions, in every zone", () => {
  const partnerIds = ["ptn_one", "ptn_other"];
  let rows: Row[];
  beforeAll(async () => {
    rows = generate(partnerIds);
    await insert(rows);
    await sumWalletsBefore("");
  });

  const expectSums = async () => {
    for (const zone of ZONES)
      for (const starts of periodsOf(zone))
        for (const partnerId of partnerIds) {
          const expected = summed(rows, partnerId, starts);
          expect([zone, await found(partnerId, starts)]).toEqual([zone, expected]);
        }
  };

  test("while no transaction is in the stored sums", expectSums);

  test.each([31 * DAY_MS, 12.4 * DAY_MS, 3_456_789, 0])(
    "when those are that are older than %i ms",
    async (ageMs) => {
      const until = firstIdAt("txn", new Date(at.getTime() - ageMs));
      expect(await sumWalletsUntil(until)).toBeGreaterThan(0);
      expect(await sumWalletsBefore(until)).toBe(0);
      await expectSums();
    },
  );

  test("when all transactions are in the stored sums, which alone are read then", async () => {
    const before = firstIdAt("txn", at);
    const old = rows.filter(({ id }) => id < before);
    for (const table of TABLES) {
      const [{ total }] = await sql(`SELECT sum(amount_micro_usd) AS total FROM ${table}`);
      expect(BigInt(total)).toBe(old.reduce((sum, row) => sum + BigInt(row.amount_micro_usd), 0n));
    }
    expect(old.length).toBeGreaterThan(ROWS - 100);
  });
});

test("every category of wallet transactions came in or went out", () => {
  expect(CATEGORIES.toSorted()).toEqual(WALLET_CATEGORIES.toSorted());
});

const forgetSums = () => tamper(`TRUNCATE ${TABLES}`, "UPDATE wallet_sums_end SET before_id = ''");

describe("the background job", () => {
  test("sums a long backlog in steps of 100,000 transactions, each complete for itself", async () => {
    await forgetSums();
    await tamper(
      `INSERT INTO wallet_transactions (id, partner_id, journal_id, amount_micro_usd, currency, type, status, action, category,
         narration, created_at)
       SELECT 'txn_0' || to_char(n, 'FM000000'), 'ptn_many', 'jrn_many' || n, 1, 'USD', 'credit', 'success', 'funding', 'deposit', 'x',
         timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute' FROM generate_series(1, 100001) n`,
    );
    const end = firstIdAt("txn", at);
    await eventually(async () => {
      await sql("SELECT sum_wallets($1)", [end]);
      expect(await sql("SELECT before_id FROM wallet_sums_end")).toEqual([
        { before_id: "txn_0100001" },
      ]);
    }, OTHERS_END);
    const inSums = `SELECT sum(amount_micro_usd) AS total FROM wallet_day_sums WHERE partner_id = 'ptn_many'`;
    expect(await sql(inSums)).toEqual([{ total: "100000" }]);
    expect(await found("ptn_many", [new Date(0)])).toEqual({ "0 deposit": 100_001n });
    await sumWalletsUntil(end);
    expect(await sql(inSums)).toEqual([{ total: "100001" }]);
  });

  test("transactions that are some minutes old are summed, and none beside which others may still be committed", async () => {
    await forgetSums();
    const { partnerId, walletAddress } = await makePartner({ balanceUsd: 5 });
    const ageMs = 600_000;
    const created = new Date(Date.now() - ageMs);
    const old = { id: firstIdAt("txn", created), created_at: created.toISOString() };
    await insert([{ ...old, partner_id: partnerId, category: "kyc_fee", amount_micro_usd: "7" }]);
    const sum = async () => expect((await sumWallets()).written).toBeGreaterThan(0);
    await eventually(sum, OTHERS_END);
    for (const table of TABLES) {
      const sums = `SELECT category, amount_micro_usd FROM ${table} WHERE partner_id = $1`;
      const expected = [{ category: "kyc_fee", amount_micro_usd: "7" }];
      expect([table, await sql(sums, [partnerId])]).toEqual([table, expected]);
    }
    await deposit(partnerId, walletAddress, 1.25);
    const moved = Object.values(await found(partnerId, [new Date(0)])).sort();
    expect(moved).toEqual([6_250_000n, 7n]);
  });
});
