import "@/test/database";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { tamper } from "@/test/database/superuser";
import { instantBetween } from "@/test/fixtures/instant-between";
import { type CardWorld, makeCardWorld } from "@/test/fixtures/ledger-world";
import { endTests, sql } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { audit } from "./audit";
import { auditSince } from "./audit-since";

const TABLES = [
  "ledger.journals",
  "ledger.entries",
  "ledger.accounts",
  "wallet_transactions",
] as const;
const keptOf = (table: string) => `kept_${table.replace(".", "_")}`;

let world: CardWorld;
let since: Date;
let oldJournal: string;
let newJournal: string;

async function fund(): Promise<string> {
  const { status } = await clientOf(world.partner).fund({
    serviceCardId: world.cardId,
    amount: 10,
  });
  expect(status).toBe(200);
  const [{ id }] = await sql(
    "SELECT max(id) AS id FROM ledger.journals WHERE type = 'card_funding'",
  );
  return id;
}

const namesOf = (found: Awaited<ReturnType<typeof audit>>) =>
  found.filter(({ brokenRows }) => brokenRows.length > 0).map(({ name }) => name);
const findRecent = async () => namesOf(await auditSince(since));

beforeAll(async () => {
  world = await makeCardWorld();
  oldJournal = await fund();
  since = await instantBetween();
  newJournal = await fund();
  await tamper(...TABLES.map((table) => `CREATE TABLE ${keptOf(table)} AS TABLE ${table}`));
});
afterEach(() =>
  tamper(
    ...TABLES.flatMap((table) => [
      `DELETE FROM ${table}`,
      `INSERT INTO ${table} TABLE ${keptOf(table)}`,
    ]),
  ),
);
afterAll(endTests);

test("sound books have no findings, and every invariant is reported", async () => {
  const found = await auditSince(since);
  expect(namesOf(found)).toEqual([]);
  expect(found).toHaveLength(7);
});

describe("a fault in the new part is found:", () => {
  const wallet =
    "(SELECT account_id FROM ledger.entries WHERE journal_id = $new AND account_id LIKE 'wallet:%')";
  test.each([
    [
      "a removed leg",
      "DELETE FROM ledger.entries WHERE journal_id = $new AND leg = 1",
      "journals-whole",
    ],
    [
      "a journal without legs",
      "DELETE FROM ledger.entries WHERE journal_id = $new",
      "journals-whole",
    ],
    [
      "a changed amount",
      "UPDATE ledger.entries SET amount_micro_usd = amount_micro_usd + 1 WHERE journal_id = $new AND leg = 1",
      "entries-continue",
    ],
    [
      "another balance after it",
      "UPDATE ledger.entries SET balance_after_micro_usd = balance_after_micro_usd + 1 WHERE journal_id = $new AND leg = 1",
      "entries-continue",
    ],
    [
      "another balance of its account",
      `UPDATE ledger.accounts SET balance_micro_usd = balance_micro_usd + 1 WHERE id = ${wallet}`,
      "balances-equal-last-entries",
    ],
    [
      "another type",
      "UPDATE ledger.journals SET type = 'kyc_fee' WHERE id = $new",
      "entries-follow-rules",
    ],
    [
      "another partner",
      "UPDATE ledger.journals SET partner_id = 'ptn_x' WHERE id = $new",
      "entries-in-their-books",
    ],
    ["a removed journal", "DELETE FROM ledger.journals WHERE id = $new", "entries-in-their-books"],
    [
      "a row that is not listed",
      "DELETE FROM wallet_transactions WHERE journal_id = $new",
      "wallets-equal-lists",
    ],
    [
      "a row of another amount",
      "UPDATE wallet_transactions SET amount_micro_usd = amount_micro_usd + 1 WHERE journal_id = $new",
      "wallets-equal-lists",
    ],
  ])("%s", async (_, statement, name) => {
    await tamper(statement.replaceAll("$new", `'${newJournal}'`));
    expect(await findRecent()).toContain(name);
    expect(namesOf(await audit())).not.toEqual([]);
  });
});

describe("a fault in the old part is found by the check of everything alone:", () => {
  test.each([
    ["a removed leg", "DELETE FROM ledger.entries WHERE journal_id = $old AND leg = 1"],
    [
      "a changed amount",
      "UPDATE ledger.entries SET amount_micro_usd = amount_micro_usd + 1 WHERE journal_id = $old AND leg = 2",
    ],
    ["another type", "UPDATE ledger.journals SET type = 'kyc_fee' WHERE id = $old"],
  ])("%s", async (_, statement) => {
    await tamper(statement.replaceAll("$old", `'${oldJournal}'`));
    expect(namesOf(await audit())).not.toEqual([]);
    const recent = await findRecent();
    // A removed entry that the first new one continues is its neighbour.
    expect(recent.filter((name) => name !== "entries-continue")).toEqual([]);
  });
});
