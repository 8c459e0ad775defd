import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findCardSums } from "@/lib/cards/sums/store";
import { shiftClock } from "@/lib/kernel/clock";
import { HOUR_MS } from "@/lib/kernel/durations";
import { firstIdAt } from "@/lib/kernel/ids";
import { WHOLE } from "@/lib/ledger/audit-query";
import { SUM_AUDIT_QUERIES } from "@/lib/ledger/audit-sum-queries";
import { repositoryFolder } from "@/test/architecture/source-files";
import { sumAllCards } from "@/test/database/sum-cards";
import { tamper } from "@/test/database/superuser";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Client, clientOf } from "@/test/http/client";
import { dayStarts } from "./day-starts";
import { sumWalletsBefore } from "./store";

const DAYS = 5;
const ZONES = ["UTC", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "Pacific/Kiritimati"];

let partner: TestPartner;
let client: Client;
let card: string;
let shiftedMs = 0;

/** Runs work as if it happened so many hours ago. */
async function ago<Result>(hours: number, work: () => Promise<Result>): Promise<Result> {
  shiftedMs = -hours * HOUR_MS;
  shiftClock(shiftedMs);
  try {
    return await work();
  } finally {
    shiftClock(-shiftedMs);
    shiftedMs = 0;
  }
}

/** Days, and a long period before one of them, which is read in sums of days. */
function periodsOf(zone: string): Date[][] {
  const days = dayStarts(new Date(), zone, DAYS).map(({ startsAt }) => startsAt);
  return [days, [...days.slice(0, 1), ...days.slice(-1)]];
}

/** The sums as the overview reads them, by period and kind. */
async function found(starts: Date[]) {
  const end = new Date((starts.at(-1)?.getTime() ?? 0) + 24 * HOUR_MS);
  const rows = await findCardSums(partner.partnerId, starts, end);
  return rows
    .filter(({ count }) => count !== 0)
    .map(({ day, kind, count, amountMicroUsd }) => `${day} ${kind} ${count} ${amountMicroUsd}`)
    .sort();
}

/** The same from the rows of the lists. */
async function listed(starts: Date[]) {
  const rows = await sql(
    `SELECT created_at, card_sum_kind(category, status, declined_reason) AS kind, amount_micro_usd
     FROM card_transactions WHERE partner_id = $1
     UNION ALL SELECT created_at, 'card', 0 FROM cards WHERE partner_id = $1`,
    [partner.partnerId],
  );
  const sums = new Map<string, { count: number; amount: bigint }>();
  for (const row of rows) {
    if (row.kind === null) continue;
    const key = `${starts.findLastIndex((start) => start <= row.created_at)} ${row.kind}`;
    const { count, amount } = sums.get(key) ?? { count: 0, amount: 0n };
    sums.set(key, { count: count + 1, amount: amount + BigInt(row.amount_micro_usd) });
  }
  return [...sums].map(([key, { count, amount }]) => `${key} ${count} ${amount}`).sort();
}

const audit = async () => {
  const query = SUM_AUDIT_QUERIES.find(({ name }) => name === "card-sums-equal-list");
  return sql(query?.text(WHOLE) ?? "");
};

async function expectEqual() {
  for (const zone of ZONES)
    for (const starts of periodsOf(zone))
      expect([zone, await found(starts)]).toEqual([zone, await listed(starts)]);
  expect(await audit()).toEqual([]);
}

const authorize = async (amount: number, more = {}) =>
  (await client.authorize(card, { amount, ...more })).json.data.serviceTransactionId as string;

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 5_000 });
  client = clientOf(partner);
  const stranger = await makePartner();
  let strange = "";
  await ago(80, async () => {
    card = await makeCard(partner, { amountUsd: 2_000 });
    strange = await makeCard(stranger, { amountUsd: 100 });
  });
  // Of another partner, in the same periods: in the stored sums, and after them.
  for (const hours of [75, 31, 0])
    await ago(hours, () => clientOf(stranger).authorize(strange, { amount: 11 }));
});
afterEach(() => shiftClock(-shiftedMs));
afterAll(endTests);

const PAST_DAYS = join(repositoryFolder, "prisma/migrations/0405_days_before/migration.sql");

describe("sums of cards are those of the lists, in every zone", () => {
  let held: string;
  let settledForLess: string;

  test("while none is summed", async () => {
    await ago(75, async () => {
      await authorize(20, { merchantCountry: "DE", currency: "EUR" });
      await authorize(9_000);
      await client.settle(await authorize(15.25));
    });
    await ago(31, async () => {
      held = await authorize(40);
      settledForLess = await authorize(60);
      await client.reverse(await authorize(7));
    });
    await authorize(3.5);
    await expectEqual();
  });

  test("when those are that are older than five minutes", async () => {
    expect(await sumAllCards()).toBeGreaterThan(0);
    const [{ n }] = await sql(
      "SELECT sum(n) AS n FROM card_sums WHERE partner_id = $1 AND minutes = 15 AND kind = 'spend'",
      [partner.partnerId],
    );
    // The two purchases of 75 hours ago, and two of 31 hours ago.
    expect(Number(n)).toBe(4);
    await expectEqual();
  });

  test("after a purchase in the sums was reversed, another settled for less and one refunded", async () => {
    await client.reverse(held);
    await client.settle(settledForLess, 45);
    await client.refund(settledForLess, 10);
    await expectEqual();
  });

  test("after rows came whose time is in the sums", async () => {
    await ago(50, async () => {
      await authorize(11);
      await authorize(8_000);
      await makeCard(partner, { amountUsd: 5 });
    });
    await expectEqual();
    await sumAllCards();
    await expectEqual();
  });

  test("when a migration added the days before it, and when it is run again", async () => {
    const days = () =>
      sql(`SELECT partner_id, starts_at, kind, n, amount_micro_usd FROM card_day_sums
        UNION ALL SELECT partner_id, starts_at, category, 0, amount_micro_usd FROM wallet_day_sums ORDER BY 1, 2, 3`);
    await sumWalletsBefore(firstIdAt("txn", new Date(Date.now() + HOUR_MS)));
    const before = await days();
    expect(before.length).toBeGreaterThan(6);
    const migration = readFileSync(PAST_DAYS, "utf8");
    await tamper("TRUNCATE card_day_sums, wallet_day_sums", migration);
    expect(await days()).toEqual(before);
    await tamper(migration);
    expect(await days()).toEqual(before);
  });
});

test("a purchase that nothing changed is settled without a change of the sums", async () => {
  const id = await ago(20, () => authorize(12));
  await sumAllCards();
  const sums = () => sql("SELECT xmin::text, * FROM card_sums ORDER BY 2, 3, 4, 5");
  const before = await sums();
  await client.settle(id);
  expect(await sums()).toEqual(before);
  await expectEqual();
});
