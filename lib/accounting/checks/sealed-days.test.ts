import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sealDays } from "@/lib/accounting/proofs/seal-days";
import { findDaysToCheck } from "@/lib/accounting/proofs/store";
import { DAY_MS } from "@/lib/kernel/durations";
import { audit } from "@/lib/ledger";
import { spread } from "@/test/database/past";
import { tamper } from "@/test/database/superuser";
import { eventually } from "@/test/eventually";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { auditLedger } from "./audit-ledger";
import { checkInvariants } from "./check-invariants";
import { readBookChecks } from "./get-book-checks";

const FIRST = new Date("2026-03-01T12:00:00Z");

let days: string[];
beforeAll(async () => {
  for (let made = 0; made < 3; made++) await makePartner({ balanceUsd: 5 });
  await spread(FIRST, [2 * DAY_MS]);
  const seal = async () => {
    await sealDays();
    const unsealed = await sql(
      "SELECT FROM ledger.entries WHERE created_at >= (SELECT sealed_before FROM ledger.days_end)",
    );
    expect(unsealed).toEqual([]);
  };
  await eventually(seal, { timeoutMs: 120_000 });
  days = await findDaysToCheck(null, 1);
  expect(days.length).toBeGreaterThan(3);
});
afterAll(endTests);

const openAlerts = () =>
  sql("SELECT subject FROM alerts WHERE kind = 'books_broken' AND closed_at IS NULL");
const FIRST_JOURNAL = "(SELECT first_journal_id FROM ledger.day_roots ORDER BY day LIMIT 1)";
/** Changes the time of the oldest posting, in its journal and its entries: all sums stay as they are. */
const shift = (by: string) =>
  tamper(
    `UPDATE ledger.journals SET created_at = created_at + interval '${by}' WHERE id = ${FIRST_JOURNAL}`,
    `UPDATE ledger.entries SET created_at = created_at + interval '${by}' WHERE journal_id = ${FIRST_JOURNAL}`,
  );

test("each part has the next days, and the first ones come after the last ones", async () => {
  const found: string[] = [];
  for (const _ of days) found.push(...(await findDaysToCheck(found.at(-1) ?? null, days.length)));
  expect(found).toEqual(days);
  expect(await findDaysToCheck(days.at(-1) ?? null, days.length)).toEqual(days.slice(0, 1));
  expect(await findDaysToCheck(null, 2)).toEqual(days.slice(0, Math.ceil(days.length / 2)));
  expect(await findDaysToCheck("1999-01-01", days.length)).toEqual(days.slice(0, 1));
});

test("a change of an old day that keeps all sums is found in its turn, and reported until it is repaired", async () => {
  expect((await auditLedger()).broken).toBe(0);
  await shift("1 second");
  expect((await audit()).flatMap(({ brokenRows }) => brokenRows)).toEqual([]);
  for (const _ of days) await auditLedger();
  const alerts = [{ subject: "books" }];
  expect(await openAlerts()).toEqual(alerts);
  expect((await auditLedger()).broken).toBeGreaterThan(0);
  expect(await openAlerts()).toEqual(alerts);
  await shift("-1 second");
  expect((await auditLedger()).broken).toBe(0);
  expect(await openAlerts()).toEqual([]);
});

test("the result that people see has a broken day at once, and also after they check everything again", async () => {
  await shift("1 second");
  for (const _ of days) await auditLedger();
  const shown = async () => {
    const { invariants } = await readBookChecks();
    const roots = invariants?.invariants.find(({ name }) => name === "daily-roots");
    return [invariants?.isSound, roots?.rows.map(({ day }) => day)];
  };
  expect(await shown()).toEqual([false, [days[0]]]);
  await checkInvariants(null);
  expect(await shown()).toEqual([false, [days[0]]]);
  await shift("-1 second");
  await auditLedger();
  expect(await shown()).toEqual([true, []]);
});
