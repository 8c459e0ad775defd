import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPlan } from "@/test/database/read-plan";
import { tamper } from "@/test/database/superuser";
import { endTests, sql } from "@/test/fixtures/make";
import { findNextDay } from "./find-next-day";
import { journalsBetween } from "./store";

const ENTRIES = 40_000;

/** Entries of 100 days in 2021, of which each third has none. */
beforeAll(() =>
  tamper(
    `INSERT INTO ledger.entries (journal_id, leg, account_id, amount_micro_usd, created_at)
     SELECT 'jrn_' || lpad(n::text, 26, '0'), 1, 'suspense', 1,
       '2021-01-01T00:00:00Z'::timestamptz + ((n / 600) * 3 + n % 600 / 300) * interval '1 day' + n % 300 * interval '288 s'
     FROM generate_series(0, ${ENTRIES - 1}) n`,
  ),
);
afterAll(endTests);

const expected = async (from: string, until: string) => {
  const [row] = await sql(
    `SELECT to_char(min(created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM ledger.entries
     WHERE created_at >= $1::date::timestamp AT TIME ZONE 'UTC' AND created_at < $2::date::timestamp AT TIME ZONE 'UTC'`,
    [from, until],
  );
  return row.day ?? undefined;
};

test.each([
  ["2000-01-01", "2026-01-01"],
  ["2021-01-01", "2021-01-02"],
  ["2021-01-02", "2021-01-04"],
  ["2021-01-03", "2021-01-04"],
  ["2021-01-03", "2021-01-05"],
  ["2021-02-02", "2026-01-01"],
  ["2021-07-19", "2022-01-01"],
  ["2025-01-01", "2026-01-01"],
])("the first day with a journal from %s to %s is found", async (from, until) => {
  expect(await findNextDay(from, until)).toBe(await expected(from, until));
});

test.each(["2020-12-31", "2021-01-01"])(
  "there is no day from 2021-01-01 until %s",
  async (until) => {
    expect(await findNextDay("2021-01-01", until)).toBeUndefined();
  },
);

test("whether there is a journal in years is known without reading all of them", async () => {
  const { rows } = await readPlan(journalsBetween("2000-01-01", "2026-01-01"));
  // The index counts each block that may have such a row as ten rows.
  expect(rows).toBeLessThan(ENTRIES / 4);
});
