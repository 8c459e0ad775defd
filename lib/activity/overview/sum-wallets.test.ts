import "@/test/database";
import { setTimeout } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { query } from "@/lib/db";
import { firstIdAt } from "@/lib/kernel/ids";
import { audit } from "@/lib/ledger";
import { endTests, makePartner, sql } from "@/test/fixtures/make";

afterAll(endTests);

const sumUntil = (id: string) => query("sum_until", "SELECT sum_wallets($1)", [id]);

test.each([
  "txn_zzz",
  firstIdAt("txn", new Date("9999-12-31T00:00:00Z")),
  firstIdAt("txn", new Date(Date.now() + 3_600_000)),
])("later transactions are summed after a call with an id ahead of the clock: %s", async (id) => {
  await sumUntil(id);
  const { partnerId } = await makePartner({ balanceUsd: 5 });
  // Until the ids of the transactions are of an earlier millisecond.
  await setTimeout(5);
  await sumUntil(id);
  expect(
    await sql("SELECT amount_micro_usd AS amount FROM wallet_day_sums WHERE partner_id = $1", [
      partnerId,
    ]),
  ).toEqual([{ amount: "5000000" }]);
  const broken = (await audit()).filter(({ brokenRows }) => brokenRows.length > 0);
  expect(broken.map(({ name }) => name)).toEqual([]);
});
