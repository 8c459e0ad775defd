import "@/test/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import { audit } from "@/lib/ledger";
import { closeAllHours } from "@/test/database/close-hours";
import { postLate } from "@/test/database/post-late";
import { superuserClient, tamper } from "@/test/database/superuser";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { closeHours, closeWalletHours } from "./store";

let partner: TestPartner;

beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 100 });
  const before = "ended_at = date_trunc('hour', now(), 'UTC') - interval '6 hours'";
  await tamper(
    `UPDATE ledger.hours_end SET ${before}`,
    `UPDATE ledger.wallet_hours_end SET ${before}`,
  );
});
afterAll(endTests);

const SUMS = ["hours-equal-entries", "wallet-hours-equal-entries"];
const wrongSums = async () =>
  (await audit()).filter(({ name, brokenRows }) => SUMS.includes(name) && brokenRows.length > 0);

test.each([
  ["a server that this database was restored from", "'1000000000'", "interval '1 hour'"],
  ["a clock that was set back since", "pg_current_xact_id()", "interval '-9 hours'"],
])("hours that wait by the transaction id of %s are closed", async (_, horizon, ago) => {
  await tamper(
    `UPDATE ledger.hours_end SET awaited_at = date_trunc('hour', now(), 'UTC') - ${ago}, horizon = ${horizon}`,
  );
  await closeAllHours();
  const [end] = await sql(
    `SELECT ended_at >= date_trunc('hour', now() - interval '15 minutes', 'UTC') AS "isClosed",
       ended_at < now() AS "isOver" FROM ledger.hours_end`,
  );
  expect(end).toEqual({ isClosed: true, isOver: true });
});

test("the sums of hours have an entry whose transaction commits long after its hour", async () => {
  const late = await superuserClient();
  try {
    await late.query("BEGIN");
    for (const statement of postLate(partner.partnerId, "now() - interval '3 hours'"))
      await late.query(statement);
    // As the job does while the commit waits for a standby.
    await closeHours();
    await closeWalletHours();
    await late.query("COMMIT");
  } finally {
    await late.end();
  }
  const [{ at }] = await sql(
    "SELECT created_at AS at FROM ledger.entries WHERE amount_micro_usd = 7",
  );
  await closeAllHours();
  await closeWalletHours();
  expect(await sql("SELECT FROM ledger.hours_end WHERE ended_at > $1", [at])).toHaveLength(1);
  expect(await wrongSums()).toEqual([]);
  const [{ stored }] = await sql(
    "SELECT amount_micro_usd AS stored FROM ledger.wallet_hours WHERE account_id = $1",
    [`wallet:${partner.partnerId}`],
  );
  expect(stored).toBe("7");
});
