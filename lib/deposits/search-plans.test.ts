import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyRow, keyOf, readPlan } from "@/test/database/read-plan";
import { deposit, endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type DepositFilters, depositList } from "./deposit-list";

const ROWS = 100_000;
/** Sends every second deposit. */
const EXCHANGE = `0x${"Ab".repeat(20)}`;
/** Sends one deposit. */
const PAYER = `0x${"cd".repeat(20)}`;

let partner: TestPartner;

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  await deposit(partner.partnerId, partner.walletAddress, 5);
  const [{ id }] = await sql("SELECT id FROM deposits WHERE partner_id = $1", [partner.partnerId]);
  await copyRow(
    "deposits",
    id,
    ROWS,
    `'id', ${keyOf("dep", "n")}, 'ordinal', n,
     'from_address', CASE WHEN n = ${ROWS / 2 + 1} THEN '${PAYER}' WHEN n % 2 = 0 THEN '${EXCHANGE}'
       ELSE '0x' || lpad(n::text, 40, '0') END,
     'to_address', '0x' || lpad((n % 1000 + 1000000)::text, 40, '1')`,
  );
  await sql("VACUUM ANALYZE deposits");
});
afterAll(endTests);

const explain = (filters: DepositFilters) =>
  readPlan(depositList(partner.partnerId, filters, { skip: 0, limit: 50 }));

test.each([
  ["a rare sender", PAYER.toUpperCase().replace("0X", "0x"), 10],
  ["a receiver", `0x${"1000007".padStart(40, "1")}`, 400],
])("a search for %s among 100,000 deposits reads only what matches", async (_, search, maxRows) => {
  const { whole, rows, indexes } = await explain({ search });
  expect(whole).not.toContain("deposits");
  expect([...indexes]).toContain("deposits_partner_to_idx");
  expect([...indexes]).toContain("deposits_partner_from_idx");
  expect(rows).toBeLessThan(maxRows);
});

test("the deposits of a frequent sender are read in the order of the list, without a sort of all", async () => {
  const { whole, rows } = await explain({ search: EXCHANGE });
  expect(whole).not.toContain("deposits");
  // Counted up to the limit, and one page.
  expect(rows).toBeLessThan(21_000);
});
