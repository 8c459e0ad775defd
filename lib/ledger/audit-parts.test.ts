import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeWalletHours } from "@/lib/accounting/store";
import { DAY_MS, HOUR_MS } from "@/lib/kernel/durations";
import { firstIdAt } from "@/lib/kernel/ids";
import { closeAllHours } from "@/test/database/close-hours";
import { sumAllCards } from "@/test/database/sum-cards";
import { sumWalletsUntil } from "@/test/database/sum-wallets";
import { tamper } from "@/test/database/superuser";
import { rowsRead } from "@/test/database/table-scans";
import { addHistory, GROWING_TABLES, vacuum } from "@/test/fixtures/long-history";
import { endTests, makeCard, makePartner, type TestPartner } from "@/test/fixtures/make";
import { type AuditFinding, audit } from "./audit";
import { type AuditPlaces, auditPart } from "./audit-parts";

const SMALL_PART = 250;
const PART = 1_000;
/** The rows of each partner, in five days of its own: the lists of one partner are always counted as a whole. */
const PARTNER_ROWS = 500;
const SHORT = 4;
const LONG = 16;
/** The parts of a turn over the long history: at most one for each partner and its card, as their lists have as many rows. */
const MOST_PARTS = 2 * LONG;

let day = 0;

/** Checks the next part, a day after the one before it. Nothing is new. */
async function checkNext(places: AuditPlaces, rows = PART) {
  day += 1;
  const startedAt = new Date(Date.now() + day * DAY_MS);
  return auditPart({ places, rows, newSince: new Date("2099-01-01"), startedAt });
}

const namesOf = (findings: readonly AuditFinding[]) =>
  findings.filter(({ brokenRows }) => brokenRows.length > 0).map(({ name }) => name);

/** The most rows that one of the first parts of a turn reads. */
async function readMost(): Promise<number> {
  let places: AuditPlaces = {};
  let most = 0;
  for (let i = 0; i < 4; i++) {
    const before = await rowsRead(GROWING_TABLES);
    const found = await checkNext(places, SMALL_PART);
    expect(namesOf(found.findings)).toEqual([]);
    most = Math.max(most, (await rowsRead(GROWING_TABLES)) - before);
    places = found.places;
  }
  return most;
}

const owners: { partner: TestPartner; cardId: string }[] = [];

/** Adds the history of the next partners, and writes all stored sums again: it comes before what was summed. */
async function addHistories(from: number, until: number) {
  for (const [i, { partner, cardId }] of owners.entries())
    if (i >= from && i < until)
      await addHistory(partner, cardId, i * PARTNER_ROWS + 1, (i + 1) * PARTNER_ROWS);
  await tamper(
    "UPDATE ledger.hours_end SET ended_at = '-infinity'; DELETE FROM ledger.hours",
    "UPDATE ledger.wallet_hours_end SET ended_at = '-infinity'; DELETE FROM ledger.wallet_hours",
    "UPDATE wallet_sums_end SET before_id = ''; DELETE FROM wallet_sums; DELETE FROM wallet_hour_sums; DELETE FROM wallet_day_sums",
    "UPDATE card_sums_end SET before_at = '-infinity'; DELETE FROM card_sums; DELETE FROM card_day_sums",
  );
  await closeAllHours();
  await closeWalletHours();
  await sumWalletsUntil(firstIdAt("txn", new Date(Date.now() - HOUR_MS)));
  await sumAllCards();
  await vacuum();
}

beforeAll(async () => {
  // Before all histories: the rows lie in the order of their times but for these.
  for (let i = 0; i < LONG; i++) {
    const partner = await makePartner({ balanceUsd: 100 });
    owners.push({ partner, cardId: await makeCard(partner, { amountUsd: 1 }) });
  }
  await addHistories(0, SHORT);
});
afterAll(endTests);

test("a part reads as many rows of four times the history", async () => {
  const most = await readMost();
  await addHistories(SHORT, LONG);
  expect(await readMost()).toBeLessThan(most * 1.3);
});

test("sound books are compared as a whole within a turn, and the next one begins", async () => {
  let places: AuditPlaces = {};
  const began = new Map<string, string>();
  for (let parts = 0; parts < MOST_PARTS; parts++) {
    const found = await checkNext(places);
    expect(namesOf(found.findings)).toEqual([]);
    for (const [name, place] of Object.entries(found.places))
      began.set(name, began.get(name) ?? place.turnBeganAt);
    places = found.places;
  }
  for (const [name, { from, turnBeganAt }] of Object.entries(places))
    expect([name, from === undefined || turnBeganAt !== began.get(name)]).toEqual([name, true]);
  expect(namesOf(await audit())).toEqual([]);
});

const journal = (n: number) =>
  `(SELECT id FROM ledger.journals WHERE type = 'funding_fee' ORDER BY id OFFSET ${n} LIMIT 1)`;
/** By the invariant that each breaks: a value of an old row, which one more makes wrong. */
const FAULTS: Record<string, [table: string, column: string, where: string]> = {
  "journals-whole": [
    "ledger.entries",
    "amount_micro_usd",
    `journal_id = ${journal(11)} AND leg = 2`,
  ],
  "entries-continue": [
    "ledger.entries",
    "balance_after_micro_usd",
    `journal_id = ${journal(3_000)} AND leg = 1`,
  ],
  "wallet-list-equals-wallet": [
    "wallet_transactions",
    "amount_micro_usd",
    `journal_id = ${journal(6_000)}`,
  ],
  "hours-equal-entries": [
    "ledger.hours",
    "balance_micro_usd",
    "ended_at = '2026-03-01T00:00:00Z' AND line = 'fees'",
  ],
  "wallet-hours-equal-entries": [
    "ledger.wallet_hours",
    "entry_count",
    "ended_at = '2026-02-01T00:00:00Z'",
  ],
  "wallet-sums-equal-list": [
    "wallet_day_sums",
    "amount_micro_usd",
    "starts_at = '2026-01-10T00:00:00Z'",
  ],
  "card-sums-equal-list": ["card_sums", "n", "starts_at = '2026-03-20T00:00:00Z' AND minutes = 60"],
  "balances-equal-entries": [
    "ledger.accounts",
    "balance_micro_usd",
    "id = (SELECT max(id) FROM ledger.accounts WHERE kind = 'wallet')",
  ],
  "totals-equal-lists": [
    "row_counts",
    "n",
    "scope = (SELECT max(id) FROM partners) AND kind = 'wallet_transactions'",
  ],
};

test.each([
  ["before the newest rows", 0],
  ["among the newest rows", 12],
])("each part has the newest rows too, %s", async (_, parts) => {
  const week = new Date(Date.now() - 7 * DAY_MS);
  const check = (places: AuditPlaces) =>
    auditPart({ places, rows: PART, newSince: week, startedAt: new Date() });
  let places: AuditPlaces = {};
  for (let i = 0; i < parts; i++) ({ places } = await check(places));
  const newest = "(SELECT max(journal_id) FROM wallet_transactions)";
  const change = (by: number) =>
    tamper(
      `UPDATE wallet_transactions SET amount_micro_usd = amount_micro_usd + ${by} WHERE journal_id = ${newest}`,
    );
  await change(1);
  expect(namesOf((await check(places)).findings)).toEqual(["wallet-list-equals-wallet"]);
  await change(-1);
  expect(namesOf((await check(places)).findings)).toEqual([]);
});

test("within a turn a part has the fault of each old row, again until it is repaired", async () => {
  const change = async (name: string, by: number) => {
    const [table, column, where] = FAULTS[name] ?? [];
    await tamper(`UPDATE ${table} SET ${column} = ${column} + ${by} WHERE ${where}`);
  };
  for (const name of Object.keys(FAULTS)) await change(name, 1);
  const left = new Set(Object.keys(FAULTS));
  let places: AuditPlaces = {};
  for (let parts = 0; parts < MOST_PARTS && left.size > 0; parts++) {
    const found = await checkNext(places);
    const here = namesOf(found.findings).filter((name) => left.has(name));
    if (here.length > 0) {
      const again = await checkNext(found.places);
      expect(namesOf(again.findings)).toEqual(expect.arrayContaining(here));
    }
    for (const name of here) {
      await change(name, -1);
      left.delete(name);
    }
    places = found.places;
  }
  expect([...left]).toEqual([]);
  expect(namesOf(await audit())).toEqual([]);
});
