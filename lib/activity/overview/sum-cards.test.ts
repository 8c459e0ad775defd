import "@/test/database";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { shiftClock } from "@/lib/kernel/clock";
import { MINUTE_MS } from "@/lib/kernel/durations";
import { WHOLE } from "@/lib/ledger/audit-query";
import { SUM_AUDIT_QUERIES } from "@/lib/ledger/audit-sum-queries";
import { doneOrWaiting } from "@/test/database/done-or-waiting";
import { sumAllCards } from "@/test/database/sum-cards";
import { superuserClient, tamper } from "@/test/database/superuser";
import { withLogin } from "@/test/database/with-login";
import { eventually } from "@/test/eventually";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { sumCards } from "./sum-cards";

/** Until the transactions of other tests in the same cluster have ended. */
const OTHERS_END = { timeoutMs: 120_000 };

let partner: TestPartner;
let card: string;

/** Runs work as if it happened so many minutes ago. */
async function ago<Result>(minutes: number, work: () => Promise<Result>): Promise<Result> {
  shiftClock(-minutes * MINUTE_MS);
  try {
    return await work();
  } finally {
    shiftClock(minutes * MINUTE_MS);
  }
}

const purchase = async (amount: number): Promise<string> =>
  (await clientOf(partner).authorize(card, { amount })).json.data.serviceTransactionId;

const endOfSums = async () => (await sql("SELECT before_at FROM card_sums_end"))[0].before_at;
const spent = () =>
  sql(
    "SELECT sum(n) AS n, sum(amount_micro_usd) AS amount FROM card_day_sums WHERE kind = 'spend'",
  );

async function expectSpent(count: number, amountMicroUsd: number): Promise<void> {
  expect(await spent()).toEqual([{ n: String(count), amount: String(amountMicroUsd) }]);
  const check = SUM_AUDIT_QUERIES.find(({ name }) => name === "card-sums-equal-list");
  expect(await sql(check?.text(WHOLE) ?? "")).toEqual([]);
}

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 1_000 });
  card = await ago(70, () => makeCard(partner, { amountUsd: 500 }));
});
beforeEach(() =>
  tamper(
    "DELETE FROM card_transactions",
    "TRUNCATE card_sums, card_day_sums",
    "UPDATE card_sums_end SET before_at = '-infinity', awaited_at = NULL, horizon = NULL",
  ),
);
afterAll(endTests);

test("a purchase whose transaction stays open for minutes is summed after its commit", async () => {
  const id = await ago(60, () => purchase(7));
  // Without triggers, as for a row that was young when it was inserted.
  const late = await superuserClient();
  try {
    await late.query("BEGIN");
    await late.query(
      `INSERT INTO card_transactions
       SELECT (jsonb_populate_record(t, '{"id": "txn_late"}')).* FROM card_transactions t WHERE id = $1`,
      [id],
    );
    expect(await sumCards()).toEqual({ written: 0 });
    expect(await endOfSums()).toBe(Number.NEGATIVE_INFINITY);
    await late.query("COMMIT");
  } finally {
    await late.end();
  }
  await sumAllCards();
  await expectSpent(2, 14_000_000);
});

test("a purchase that comes late waits while sums are written, which then have it once", async () => {
  await ago(60, () => purchase(7));
  await withLogin(async (login) => {
    await eventually(async () => {
      await login.query("ROLLBACK; BEGIN");
      const { rows } = await login.query("SELECT written > 0 AS is_summed FROM sum_cards(now())");
      expect(rows).toEqual([{ is_summed: true }]);
    }, OTHERS_END);
    const late = ago(59, () => purchase(2));
    await doneOrWaiting(late);
    await login.query("COMMIT");
    await late;
  });
  await expectSpent(2, 9_000_000);
});

test("a purchase of the millisecond in which sums end is in them once", async () => {
  const id = await ago(60, () => purchase(7));
  const [{ until }] = await sql(
    "SELECT (created_at + interval '300 microseconds')::text AS until FROM card_transactions WHERE id = $1",
    [id],
  );
  await eventually(async () => {
    await sql("SELECT sum_cards($1)", [until]);
    expect(await endOfSums()).not.toBe(Number.NEGATIVE_INFINITY);
  }, OTHERS_END);
  await sumAllCards();
  await expectSpent(1, 7_000_000);
});

test("a transaction that reads an old snapshot sums nothing", async () => {
  await withLogin(async (login) => {
    await login.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    await expect(login.query("SELECT sum_cards(now())")).rejects.toMatchObject({ code: "PW003" });
  });
});
