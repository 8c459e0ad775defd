import "@/test/database";
import { afterAll, afterEach, expect, test } from "vitest";
import { readServiceState } from "@/lib/operations/health/state/read-service-state";
import { tamper } from "@/test/database/superuser";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";

/** What was closed while the clock of the database was ahead, before it was set back. */
const CLOSED = [
  ["hours", "ledger.hours_end", "ended_at", "3 hours"],
  ["hours of wallets", "ledger.wallet_hours_end", "ended_at", "3 hours"],
  ["days", "ledger.days_end", "closed_before", "2 days"],
] as const;

let restore: string | undefined;
afterEach(async () => {
  if (restore) await tamper(restore);
  restore = undefined;
});
afterAll(endTests);

test.each(CLOSED)(
  "an entry after the clock was set back is in none of the %s that are closed",
  async (_, table, column, ahead) => {
    const partner = await makePartner({ balanceUsd: 100 });
    const serviceCardId = await makeCard(partner, { amountUsd: 1 });
    const [{ before }] = await sql(`SELECT ${column}::text AS before FROM ${table}`);
    restore = `UPDATE ${table} SET ${column} = '${before}'`;
    const unit = column === "ended_at" ? "hour" : "day";
    await tamper(
      `UPDATE ${table} SET ${column} = date_trunc('${unit}', now(), 'UTC') + interval '${ahead}'`,
    );
    expect((await clientOf(partner).fund({ serviceCardId, amount: 10 })).status).toBe(200);
    const [{ isOpen }] = await sql(
      `SELECT max(e.created_at) >= (SELECT ${column} AT TIME ZONE 'UTC' AT TIME ZONE 'UTC' FROM ${table}) AS "isOpen"
       FROM ledger.entries e WHERE account_id = $1`,
      [`card:${serviceCardId}`],
    );
    expect(isOpen).toBe(true);
  },
);

test.each(CLOSED)(
  "the metrics show how far the %s are closed ahead of the clock, and none while they are not",
  async (_, table, column, ahead) => {
    const closedAheadS = async () => (await readServiceState()).database.clocks.closedAheadS;
    expect(await closedAheadS()).toBe(0);
    const [{ before }] = await sql(`SELECT ${column}::text AS before FROM ${table}`);
    restore = `UPDATE ${table} SET ${column} = '${before}'`;
    await tamper(`UPDATE ${table} SET ${column} = now() AT TIME ZONE 'UTC' + interval '${ahead}'`);
    expect(await closedAheadS()).toBeGreaterThan(3_600);
  },
);

test("the balance of an account of the service has every entry after the clock was set back", async () => {
  const partner = await makePartner({
    balanceUsd: 100,
    fees: { cardCreationFeeMicroUsd: 1_000_000n },
  });
  const [{ before }] = await sql("SELECT ended_at::text AS before FROM ledger.hours_end");
  restore = `UPDATE ledger.hours_end SET ended_at = '${before}'`;
  const balances = async () => {
    const [row] = await sql(`SELECT ledger.service_balance('fees') AS stored,
      (SELECT sum(amount_micro_usd) FROM ledger.entries WHERE account_id = 'fees')::bigint AS entries`);
    return row;
  };
  const { stored, entries } = await balances();
  expect(stored).toBe(entries);
  await tamper(
    `UPDATE ledger.hours_end SET ended_at = date_trunc('hour', now(), 'UTC') + interval '3 hours';
     INSERT INTO ledger.hours (line, ended_at, balance_micro_usd)
       SELECT 'fees', ended_at, ${entries} FROM ledger.hours_end`,
  );
  await makeCard(partner, { amountUsd: 1 });
  const after = await balances();
  expect(after.entries).toBe(String(BigInt(entries) + 1_000_000n));
  expect(after.stored).toBe(after.entries);
});
