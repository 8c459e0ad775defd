import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/kernel/durations";
import { closeAllHours } from "@/test/database/close-hours";
import { spread } from "@/test/database/past";
import { tamper } from "@/test/database/superuser";
import { makeCardWorld, makeWithdrawal } from "@/test/fixtures/ledger-world";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { readBooks } from "./store";

/** Some within an hour, some days apart. */
const STEPS_MS = [7 * MINUTE_MS, 0.25, 3 * 1_440 * MINUTE_MS, 61 * MINUTE_MS];

const readTotals = async () => {
  const {
    withdrawals: _,
    chains: __,
    custodyByChain,
    ...totals
  } = await readBooks(() => undefined, "kept");
  return { ...totals, custodyByChain: Object.fromEntries(custodyByChain) };
};

/** The totals as the sums of all entries; custody is the other way round. */
async function sumEntries() {
  const rows = await sql(
    "SELECT ledger.line_of(account_id) AS line, sum(amount_micro_usd) AS amount FROM ledger.entries GROUP BY 1",
  );
  const found = new Map(rows.map(({ line, amount }) => [line, BigInt(amount)]));
  const of = (line: string) => found.get(line) ?? 0n;
  const custody = [...found.keys()].filter((line) => line.startsWith("custody:"));
  const chains = custody.map((line) => line.split(":")[1] ?? "");
  const ofChain = (chain: string) =>
    custody
      .filter((line) => line.split(":")[1] === chain)
      .reduce((sum, line) => sum - of(line), 0n);
  return {
    ...{ wallets: of("wallet"), cards: of("card"), holds: of("hold") },
    ...{ shortfalls: of("card_shortfall"), fees: of("fees"), network: of("network") },
    ...{ disputes: of("disputes"), payout: of("payout"), suspense: of("suspense") },
    ...{ capital: of("capital"), adjustments: of("adjustments") },
    ...{ costs: of("costs"), bank: of("bank") },
    custody: custody.reduce((sum, line) => sum - of(line), 0n),
    custodyByChain: Object.fromEntries(chains.map((chain) => [chain, ofChain(chain)])),
  };
}

async function post(): Promise<void> {
  const partner = await makePartner();
  for (const status of ["completed", "pending", "rejected"] as const)
    await makeWithdrawal(partner, status);
}

beforeAll(async () => {
  await makeCardWorld();
  await post();
  await spread(new Date(Date.now() - 30 * 1_440 * MINUTE_MS), STEPS_MS);
});
afterAll(endTests);

test("the totals are the sums of all entries, with and without stored hours, and with entries after them", async () => {
  const before = await sumEntries();
  expect(await readTotals()).toEqual(before);
  await closeAllHours();
  expect(await readTotals()).toEqual(before);
  await post();
  const after = await sumEntries();
  expect(after.custody).not.toBe(before.custody);
  expect(await readTotals()).toEqual(after);
});

test("entries of stored hours are not read", async () => {
  const before = await readTotals();
  await tamper(
    "DELETE FROM ledger.entries WHERE created_at < (SELECT ended_at FROM ledger.hours_end)",
  );
  expect(await sumEntries()).not.toEqual(before);
  expect(await readTotals()).toEqual(before);
});
