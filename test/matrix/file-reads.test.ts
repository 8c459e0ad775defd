import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as exportDisputes } from "@/app/api/admin/disputes/export/route";
import { GET as exportHeldDeposits } from "@/app/api/admin/held-deposits/export/route";
import { GET as exportPostings } from "@/app/api/admin/postings/export/route";
import { GET as exportWithdrawals } from "@/app/api/admin/withdrawals/export/route";
import { GET as exportOwnDeposits } from "@/app/api/v1/partner/export/deposits/route";
import { GET as exportOwnDisputes } from "@/app/api/v1/partner/export/disputes/route";
import { copyRow, keyOf } from "@/test/database/read-plan";
import { rowsReadByIndex } from "@/test/database/table-scans";
import { endTests, sql } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import type { Handler } from "@/test/http/call";
import { type ConsoleWorld, makeConsoleWorld } from "./console-world";

const ROWS = 5_000;
const LONG_AGO = "2020-01-01T00:00:00Z";

let world: ConsoleWorld;
let owner: Browser;

async function copyFirst(table: string, where: string, values: string) {
  const [{ id }] = await sql(`SELECT id FROM ${table} WHERE ${where} LIMIT 1`);
  await copyRow(table, id, ROWS, values);
  await sql(`ALTER TABLE ${table} ENABLE TRIGGER USER; ANALYZE ${table}`);
}

beforeAll(async () => {
  world = await makeConsoleWorld();
  const { partnerId } = world.partner;
  owner = await signedIn(await makePerson({ partnerId, role: "owner" }));
  const address = "'to_address', '0x' || lpad(n::text, 40, '0')";
  await copyFirst("withdrawals", "status = 'cancelled'", `'id', ${keyOf("wd")}, ${address}`);
  const disputed = "id IN (SELECT transaction_id FROM card_disputes)";
  await copyFirst("card_transactions", disputed, `'id', ${keyOf("txn")}`);
  await copyFirst(
    "card_disputes",
    "status = 'pending'",
    `'id', ${keyOf("dsp")}, 'transaction_id', ${keyOf("txn")}, 'status', 'failed', 'decided_at', now(), 'due_at', null`,
  );
  await copyFirst("operator_postings", "status = 'cancelled'", `'id', ${keyOf("pst")}`);
  const held = "partner_id IS NULL AND id NOT IN (SELECT deposit_id FROM deposit_releases)";
  const hash = "'tx_hash', '0x' || lpad(n::text, 64, '0')";
  await copyFirst("deposits", held, `'id', ${keyOf("dep")}, ${hash}`);
  const own = `'partner_id', '${partnerId}', 'tx_hash', '0x1' || lpad(n::text, 63, '0')`;
  await copyFirst("deposits", held, `'id', ${keyOf("dep", "n + 10000")}, ${own}`);
}, 180_000);
afterAll(endTests);

/** Each file, the table that it is read from, and the number of rows that it reads of the table for a line, at most. */
const FILES: [string, Handler, "operator" | "owner", Record<string, string>, string, number][] = [
  [
    "withdrawals",
    exportWithdrawals,
    "operator",
    { status: "cancelled", from: LONG_AGO },
    "withdrawals",
    6,
  ],
  ["disputes", exportDisputes, "operator", {}, "card_disputes", 6],
  ["operator postings", exportPostings, "operator", {}, "operator_postings", 6],
  ["held deposits", exportHeldDeposits, "operator", {}, "deposits", 6],
  ["a partner's deposits", exportOwnDeposits, "owner", { timeZone: "UTC" }, "deposits", 3],
  ["a partner's disputes", exportOwnDisputes, "owner", { timeZone: "UTC" }, "card_disputes", 3],
];

test.each(FILES)(
  "the file of %s does not count the list again for each page",
  async (_, handler, reader, query, table, rowsOfLine) => {
    const browser = reader === "owner" ? owner : world.admin.browser;
    const before = await rowsReadByIndex(table);
    const { status, text } = await browser.call(handler, { query });
    expect(status).toBe(200);
    const lines = text?.trimEnd().split("\r\n").length ?? 0;
    expect(lines).toBeGreaterThan(ROWS);
    expect((await rowsReadByIndex(table)) - before).toBeLessThan(rowsOfLine * lines);
  },
);
