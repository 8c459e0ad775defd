import "@/test/database";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { sealDays } from "@/lib/accounting/proofs/seal-days";
import { snapshotHourlyBalances } from "@/lib/accounting/snapshot-hourly-balances";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { readClockOffsetS } from "./read-clock";
import { requireEqualClocks } from "./require-equal-clocks";

afterEach(() => vi.restoreAllMocks());
afterAll(endTests);

/** Sets the clock of this process, as a host whose clock is not synchronized has it. */
function setProcessClock(aheadS: number): void {
  const realNow = Date.now.bind(Date);
  vi.spyOn(Date, "now").mockImplementation(() => realNow() + aheadS * 1_000);
}

test("hosts with one clock do not differ, however slow the statement is", async () => {
  // The statement has its whole duration between the two readings of this process's clock.
  expect(await readClockOffsetS()).toBe(0);
});

test.each([
  [95, "The database's clock is 95 s behind the clock of this process."],
  [-7_200, "The database's clock is 7,200 s ahead of the clock of this process."],
])("a process whose clock is %i s ahead says which clock is ahead", async (aheadS, text) => {
  setProcessClock(aheadS);
  expect(await readClockOffsetS()).toBeCloseTo(-aheadS, 0);
  await expect(requireEqualClocks()).rejects.toThrow(text);
});

test("a difference of less than a minute is tolerated", async () => {
  setProcessClock(55);
  await requireEqualClocks();
});

const ENDS = `SELECT (SELECT ended_at FROM ledger.hours_end)::text AS hours,
  (SELECT ended_at FROM ledger.wallet_hours_end)::text AS "walletHours",
  (SELECT row(d.*)::text FROM ledger.days_end d) AS days`;

test.each([
  ["snapshot-hourly-balances", snapshotHourlyBalances],
  ["seal-ledger-days", sealDays],
])("the job %s ends no period while the clocks differ", async (_, run) => {
  await makePartner({ balanceUsd: 100 });
  const before = await sql(ENDS);
  setProcessClock(3_600);
  await expect(run()).rejects.toThrow(
    "No period is closed and no old row is deleted until they agree",
  );
  expect(await sql(ENDS)).toEqual(before);
  vi.restoreAllMocks();
  await run();
});
