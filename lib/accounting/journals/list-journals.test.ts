import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as balances from "@/app/api/admin/books/balances/route";
import * as oneJournal from "@/app/api/admin/books/journals/[id]/route";
import * as journalsRoute from "@/app/api/admin/books/journals/route";
import * as partnerBalances from "@/app/api/admin/books/partners/[id]/balances/route";
import * as statement from "@/app/api/admin/books/partners/[id]/statement/route";
import { query } from "@/lib/db";
import { readPlan } from "@/test/database/read-plan";
import { tamper } from "@/test/database/superuser";
import { tableScans } from "@/test/database/table-scans";
import { instantBetween } from "@/test/fixtures/instant-between";
import { type CardWorld, makeCardWorld, makeWithdrawal } from "@/test/fixtures/ledger-world";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";
import { journalStatement } from "./store";

/** Journals of other types that a list of a rare type must not read. */
const OTHERS = 5_000;

interface Listed {
  journalId: string;
  type: string;
}

let world: CardWorld;
let withdrawalId: string;
let auditor: Browser;
let middle: Date;

beforeAll(async () => {
  auditor = await signedIn(await makePerson({ role: "auditor" }));
  world = await makeCardWorld();
  middle = await instantBetween();
  withdrawalId = await makeWithdrawal(world.partner, "completed");
  await makePartner({ balanceUsd: 12.345678 });
  await clientOf(world.partner).withdraw({
    serviceCardId: world.cardId,
    amount: 20,
    reference: "r",
  });
});
afterAll(endTests);

async function ask(query: Record<string, string | number>) {
  const answer = await auditor.call(journalsRoute.GET, { query });
  expect(answer.status).toBe(200);
  return answer.json.data as { journals: Listed[]; pagination: { nextCursor?: string } };
}

/** The whole list, three at a time. */
async function pages(query: Record<string, string | number>): Promise<Listed[]> {
  const all: Listed[] = [];
  for (let cursor = ""; ; ) {
    const { journals, pagination } = await ask({ ...query, limit: 3, cursor });
    all.push(...journals);
    if (pagination.nextCursor === undefined) return all;
    cursor = pagination.nextCursor;
  }
}

const FILTERS = () => {
  const { partnerId, wallet, card, hold, settled } = world;
  const from = middle.toISOString();
  return [
    {},
    { type: "settlement" },
    { type: "card_withdrawal", partnerId },
    { partnerId },
    { account: wallet },
    { account: card },
    { account: hold, type: "authorization" },
    { account: "fees" },
    { account: "network" },
    { account: "payout", partnerId },
    { account: "custody:base-sepolia:usdc" },
    { account: "suspense" },
    { sourceId: settled },
    { sourceId: withdrawalId, type: "withdrawal" },
    { account: wallet, sourceId: withdrawalId },
    { account: "fees", sourceId: withdrawalId },
    { from },
    { until: from },
    { account: wallet, from },
    { account: wallet, until: from },
    { account: "fees", until: from },
    { from, until: from },
    { partnerId: "ptn_01k9x6k2v8e5t2v7w4y0z1a2b3" },
    { account: "wallet:ptn_01k9x6k2v8e5t2v7w4y0z1a2b3" },
    { account: "nobody" },
  ] as Record<string, string>[];
};

/** The same by reading all of it. */
const counted = async ({
  type,
  partnerId,
  account,
  sourceId,
  from,
  until,
}: Record<string, string>) =>
  (
    await sql(
      `SELECT j.id FROM ledger.journals j WHERE ($1::text IS NULL OR type = $1) AND ($2::text IS NULL OR partner_id = $2)
         AND ($3::text IS NULL OR EXISTS (SELECT FROM ledger.entries WHERE journal_id = j.id AND account_id = $3))
         AND ($4::text IS NULL OR source_id = $4) AND ($5::timestamptz IS NULL OR created_at >= $5)
         AND ($6::timestamptz IS NULL OR created_at < $6) ORDER BY j.id DESC`,
      [type, partnerId, account, sourceId, from, until],
    )
  ).map(({ id }) => id);

describe("journals", () => {
  test("are found by every combination of filters on the same connections", async () => {
    const account = world.wallet;
    const newest = (await ask({ account })).journals[0]?.journalId ?? "";
    const all: [name: string, value: string][] = [
      ["cursor", newest],
      ["until", new Date(Date.now() + 60_000).toISOString()],
      ["from", new Date(0).toISOString()],
      ["type", "card_withdrawal"],
      ["partnerId", world.partner.partnerId],
      ["sourceId", world.settled],
    ];
    for (let chosen = 0; chosen < 2 ** all.length; chosen++) {
      const filters = Object.fromEntries(all.filter((_, place) => chosen & (2 ** place)));
      const { journals } = await ask({ ...filters, account });
      const expected = (await counted({ ...filters, account })).filter(
        (id) => filters.cursor === undefined || id < newest,
      );
      expect(
        journals.map(({ journalId }) => journalId),
        JSON.stringify(filters),
      ).toEqual(expected);
    }
  });

  test("are found by several types and several partners", async () => {
    const { partnerId } = world.partner;
    const other = (await counted({ type: "deposit" })).length;
    const both = await sql(
      "SELECT id FROM ledger.journals WHERE type IN ('deposit', 'settlement') ORDER BY id DESC",
    );
    const found = async (query: Record<string, string>) =>
      (await pages(query)).map(({ journalId }) => journalId);
    const ids = both.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(other);
    expect(await found({ type: "deposit,settlement" })).toEqual(ids);
    const settlements = await counted({ type: "settlement", partnerId });
    const ofPartners = `${partnerId},ptn_01k9x6k2v8e5t2v7w4y0z1a2b3`;
    expect(await found({ type: "settlement", partnerId: ofPartners })).toEqual(settlements);
  });

  test("journals of several partners are in one order", async () => {
    const rows = await sql(
      "SELECT id, partner_id FROM ledger.journals WHERE partner_id IS NOT NULL ORDER BY id DESC",
    );
    const partners = [...new Set(rows.map((row) => row.partner_id))];
    expect(partners.length).toBeGreaterThan(1);
    const found = await pages({ partnerId: partners.join() });
    expect(found.map(({ journalId }) => journalId)).toEqual(rows.map(({ id }) => id));
    const skipped = await ask({ partnerId: partners.join(), skip: 2, limit: 3 });
    expect(skipped.journals).toEqual(found.slice(2, 5));
  });

  test("are found by every filter, newest first, each on exactly one page", async () => {
    for (const filter of FILTERS()) {
      const ids = (await pages(filter)).map(({ journalId }) => journalId);
      expect([filter, ids]).toEqual([filter, await counted(filter)]);
    }
  });

  test("have amounts, partner and source", async () => {
    const [listed] = (await ask({ sourceId: withdrawalId, type: "withdrawal_completed" })).journals;
    expect(listed).toMatchObject({
      type: "withdrawal_completed",
      sourceId: withdrawalId,
      partnerId: world.partnerId,
      partnerName: "Test partner",
      amount: 100,
    });
  });

  test("have legs that sum to zero, with the balances of partner accounts after them", async () => {
    const [listed] = (await ask({ account: world.wallet, type: "card_withdrawal" })).journals;
    const answer = await auditor.call(oneJournal.GET, { params: { id: listed?.journalId ?? "" } });
    const { legs, serviceTransactionId } = answer.json.data;
    expect(serviceTransactionId).toMatch(/^txn_/);
    expect(legs).toMatchObject([
      { account: world.card, kind: "card", cardId: world.cardId, amount: -20 },
      { account: world.wallet, kind: "wallet", amount: 19 },
      { account: "fees", kind: "fees", amount: 1 },
    ]);
    expect(legs[0].balanceAfter).toBeGreaterThan(0);
    expect("balanceAfter" in legs[2]).toBe(false);
  });

  test.each(["jrn_01k9x6k2v8e5t2v7w4y0z1a2b3", "x", "txn_01k9x6k2v8e5t2v7w4y0z1a2b3"])(
    "%s is not found",
    async (id) => {
      const answer = await auditor.call(oneJournal.GET, { params: { id } });
      expectRefusal(answer, 404, "JOURNAL_NOT_FOUND");
    },
  );

  test.each<Record<string, string>>([
    { type: "gift" },
    { from: "yesterday" },
    { limit: "x" },
    { account: "" },
  ])("the filter %j is refused", async (query) => {
    expect((await auditor.call(journalsRoute.GET, { query })).status).toBe(400);
  });
});

test("no query of the books scans a whole table", async () => {
  const id = world.partnerId;
  const ofLedger = ["journals", "entries", "accounts", "hours"];
  const scans = () => tableScans([...ofLedger, "withdrawals", "cards", "wallet_transactions"]);
  const before = await scans();
  for (const filter of FILTERS()) await ask({ ...filter, limit: 3 });
  await auditor.call(balances.GET);
  await auditor.call(partnerBalances.GET, { params: { id } });
  await auditor.call(statement.GET, { params: { id }, query: { month: "2026-11" } });
  expect(await scans()).toEqual(before);
});

test("a page of the newest journals of a busy wallet reads none of the earlier ones", async () => {
  const { partner, cardId, wallet: account } = world;
  for (let count = 0; count < 40; count++)
    await clientOf(partner).fund({ serviceCardId: cardId, amount: 5 });
  const from = await instantBetween();
  await clientOf(partner).fund({ serviceCardId: cardId, amount: 5 });
  const found = await ask({ account, from: from.toISOString() });
  expect(found.journals).toHaveLength(1);
  const page = journalStatement({ account, from }, { skip: 0, limit: 50 });
  const { rows } = await readPlan({ ...page, name: "journals_since" });
  expect(rows).toBeLessThan(20);
});

test("journals of a rare type are found without reading the others of the account or the partner", async () => {
  const { partnerId, wallet: account } = world;
  const id = "'jrn_' || lpad(n::text, 26, '0')";
  await tamper(
    `INSERT INTO ledger.journals (id, type, source_id, partner_id, leg_count, created_at)
     SELECT ${id}, 'kyc_fee', 'rare' || n, '${partnerId}', 2, now() FROM generate_series(1, ${OTHERS}) n`,
    `INSERT INTO ledger.entries (journal_id, leg, account_id, amount_micro_usd, account_version, balance_after_micro_usd, created_at)
     SELECT ${id}, leg, CASE leg WHEN 1 THEN '${account}' ELSE 'fees' END, 1, CASE leg WHEN 1 THEN n + 1000 END,
       CASE leg WHEN 1 THEN 1 END, now() FROM generate_series(1, ${OTHERS}) n, generate_series(1, 2) leg`,
    "ANALYZE ledger.journals, ledger.entries",
  );
  for (const filter of [{ account }, { partnerId: [partnerId] }, { account: "fees" }]) {
    const rare = { ...filter, type: ["card_withdrawal"] };
    const page = journalStatement(rare, { skip: 0, limit: 50 }, true);
    const { rows } = await readPlan({ ...page, name: "rare_journals" });
    expect(rows).toBeLessThan(50);
    // The same journals as in the order of the account or the partner.
    const { name, text, values } = journalStatement(rare, { skip: 0, limit: 50 });
    const expected = (await query<{ id: string }>(name, text, values)).map((each) => each.id);
    const found = await query<{ id: string }>(page.name, page.text, page.values);
    expect(found.map((each) => each.id)).toEqual(expected);
    expect(found.length).toBeGreaterThan(0);
  }
  expect((await ask({ account, type: "card_withdrawal" })).journals).toHaveLength(1);
});
