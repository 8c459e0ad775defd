import "@/test/database";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { listJournals } from "@/lib/accounting/journals/store";
import { findJournals } from "@/lib/accounting/proofs/store";
import { listCardBalances } from "@/lib/accounting/store";
import { findRecentWalletRows } from "@/lib/activity/recent/store";
import { listEntries } from "@/lib/audit/store";
import { findPartners } from "@/lib/backoffice/partners/list/store";
import {
  searchWithdrawals as searchQueue,
  sumWithdrawals,
  type WithdrawalQuery,
} from "@/lib/backoffice/queue/store";
import { findIncome, findLastDeposit, findPaidOut } from "@/lib/backoffice/review/store";
import { findAdminUsers } from "@/lib/backoffice/users/store";
import { cardList } from "@/lib/cards/lists/card-list";
import { findCards } from "@/lib/cards/lists/store";
import { listCards } from "@/lib/cards/store";
import { query } from "@/lib/db";
import { batchStatement } from "@/lib/db/batch-statement";
import type { Listed } from "@/lib/db/list-statement";
import { readBatches } from "@/lib/db/read-batches";
import { listDeposits } from "@/lib/deposits/store";
import { listRequests } from "@/lib/request-log/sql-store";
import { findUsers, LISTED_COLUMNS, listUsers } from "@/lib/users/store";
import { usersFound } from "@/lib/users/user-list";
import { findWalletTransactions, listWalletTransactions } from "@/lib/wallet/store";
import { walletTransactionList } from "@/lib/wallet/transaction-list";
import { countReplayable } from "@/lib/webhooks/replay/store";
import { findDeliveries, findEvents } from "@/lib/webhooks/sql-store";
import { findSteps } from "@/lib/webhooks/statistics/store";
import { findEndpoint } from "@/lib/webhooks/store";
import { listWithdrawals, listWithdrawalsInState } from "@/lib/withdrawals/store";
import { searchWithdrawals, withdrawalList } from "@/lib/withdrawals/withdrawal-list";
import { readPlan } from "@/test/database/read-plan";
import { endTests, sql, type TestPartner } from "@/test/fixtures/make";
import { analyzeAll, makeBesideLarge } from "./large-partner";

/** Tables that are read whole: they have a few rows. */
const SMALL = new Set(["card_sums_end", "partners"]);
const FIRST = new Date(0);
const LAST = new Date("9999-01-01");
const page = { skip: 0, limit: 50 };
/** The page after a row that is newer than all. */
const after = (prefix: string) => ({ ...page, cursor: `${prefix}_7${"0".repeat(25)}` });

let small: TestPartner & { personId: string; largeId: string };

beforeAll(async () => {
  small = await makeBesideLarge();
}, 120_000);
afterAll(endTests);

/** The statements that a function sends. */
async function sentBy(list: () => Promise<unknown>) {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await list();
    const sent = query.mock.calls.map(([each]) => Object(each));
    return sent.filter(({ text }) => /^\s*(SELECT|WITH)/.test(text));
  } finally {
    query.mockRestore();
  }
}

/** A batch of a file after a row that is newer than all. */
async function laterBatchOf(list: Listed, prefix: string) {
  const { name, text, values } = batchStatement(list, [after(prefix).cursor], 1_000);
  await query(name, text, values);
}
const batchOf = (list: Listed) => readBatches(list).next();
const root = (partnerId: string) => ({
  partnerId,
  day: new Date().toISOString().slice(0, 10),
  ...{ firstJournalId: "jrn_0", lastJournalId: "jrn_7", leafCount: 1, previous: "" },
  ...{ root: "", hash: "", keyId: "", signature: "" },
});
const withActivity = { status: undefined, sort: "newest", hasActivity: true } as const;

/** A search of the operators for withdrawals of one partner. */
const ofQueue = (id: string, sort: WithdrawalQuery["sort"], ...more: "completed"[]) => ({
  ...{ statuses: ["pending", ...more] as const, partnerIds: [id], waiting: "with" as const, sort },
  ...{ from: undefined, to: undefined, amountMin: undefined, amountMax: undefined },
  search: undefined,
});

/** The partner, and one that does not exist. */
const ofTwo = (id: string) => [id, "ptn_70000000000000000000000000"];

const READS: Record<string, (partnerId: string) => Promise<unknown>> = {
  "all users": (id) => listUsers(id, page),
  "the newest users": (id) => findUsers(id, { sort: "newest" }, page),
  "the oldest users": (id) => findUsers(id, { sort: "oldest" }, page),
  "users after a cursor": (id) => findUsers(id, {}, after("usr")),
  "users of a status": (id) => findUsers(id, { status: ["denied"] }, page),
  "users of a status after a cursor": (id) =>
    findUsers(id, { status: ["denied", "approved"] }, after("usr")),
  "a later part of a file of users": (id) =>
    laterBatchOf(usersFound(id, LISTED_COLUMNS, { status: ["denied"] }), "usr"),
  "a file of users": (id) => batchOf(usersFound(id, LISTED_COLUMNS, {})),
  "all cards": (id) => listCards(id, page),
  "the newest cards": (id) => findCards(id, {}, "newest", page),
  "the oldest cards": (id) => findCards(id, {}, "oldest", page),
  "cards after a cursor": (id) => findCards(id, {}, "newest", after("card")),
  "cards of a time": (id) => findCards(id, { from: FIRST, to: LAST }, "newest", page),
  "cards of a status after a cursor": (id) =>
    findCards(id, { status: ["active", "frozen"] }, "newest", after("card")),
  "cards of a time after a cursor": (id) =>
    findCards(id, { to: LAST, status: ["active"] }, "newest", after("card")),
  "a later part of a file of cards": (id) => laterBatchOf(cardList(id, { from: FIRST }), "card"),
  "a file of cards": (id) => batchOf(cardList(id, {})),
  "card balances": (id) => listCardBalances(id, new Date(), page),
  "all wallet transactions": (id) => listWalletTransactions(id, page),
  "the newest wallet transactions": (id) => findWalletTransactions(id, {}, "newest", page),
  "wallet transactions after a cursor": (id) =>
    findWalletTransactions(id, { from: FIRST }, "newest", after("txn")),
  "the largest wallet transactions": (id) => findWalletTransactions(id, {}, "largest", page),
  "wallet transactions of a category after a cursor": (id) =>
    findWalletTransactions(id, { category: ["deposit"] }, "newest", after("txn")),
  "a later part of a file of wallet transactions": (id) =>
    laterBatchOf(walletTransactionList(id, { from: FIRST, to: LAST }), "txn"),
  "a file of wallet transactions": (id) => batchOf(walletTransactionList(id, {})),
  "recent wallet transactions": (id) => findRecentWalletRows(id, 20),
  "all withdrawals": (id) => listWithdrawals(id, page),
  "withdrawals of a status": (id) => listWithdrawalsInState(id, "pending", page),
  "withdrawals of a time": (id) => searchWithdrawals(id, { from: FIRST, to: LAST }, page),
  "withdrawals after a cursor": (id) => searchWithdrawals(id, {}, after("wd")),
  "withdrawals of statuses and a time after a cursor": (id) =>
    searchWithdrawals(id, { status: ["pending", "completed"], from: FIRST }, after("wd")),
  "a later part of a file of withdrawals": (id) =>
    laterBatchOf(withdrawalList(id, { amountMin: 1n }), "wd"),
  "a file of withdrawals": (id) => batchOf(withdrawalList(id, {})),
  "all deposits": (id) => listDeposits(id, {}, page),
  "deposits of a time": (id) => listDeposits(id, { from: FIRST }, page),
  "deposits of a status": (id) => listDeposits(id, { status: ["credited"] }, page),
  "all events": (id) => findEvents(id, {}, page),
  "events of a time": (id) => findEvents(id, { from: FIRST }, page),
  "events until a time": (id) => findEvents(id, { to: LAST }, page),
  "events between two times": (id) => findEvents(id, { from: FIRST, to: LAST }, page),
  "events after a cursor": (id) => findEvents(id, {}, after("evt")),
  "events of a type and a time": (id) =>
    findEvents(id, { event: ["user.kyc-event"], from: FIRST }, page),
  "events of types after a cursor": (id) =>
    findEvents(id, { event: ["user.kyc-event", "card.deposit.crypto"] }, after("evt")),
  "failed events after a cursor": (id) => findEvents(id, { status: ["failed"] }, after("evt")),
  "failed events": (id) => findEvents(id, { status: ["failed"] }, page),
  "failed events of a time": (id) =>
    findEvents(id, { status: ["failed"], from: FIRST, to: LAST }, page),
  "events that were not sent, of a time": (id) =>
    findEvents(id, { status: ["not_sent"], from: FIRST }, page),
  "events of several statuses and a time": (id) =>
    findEvents(id, { status: ["failed", "not_sent"], from: FIRST }, after("evt")),
  "events of a type for a replay": (id) =>
    countReplayable(
      id,
      { event: ["card.deposit.crypto"], since: FIRST, until: undefined, resourceId: undefined },
      10_000,
    ),
  "webhook requests": (id) => findDeliveries(id, {}, page),
  "webhook requests of a time": (id) => findDeliveries(id, { from: FIRST }, page),
  "webhook requests between two times": (id) => findDeliveries(id, { from: FIRST, to: LAST }, page),
  "failed webhook requests of a time": (id) =>
    findDeliveries(id, { status: "failed", from: FIRST }, after("dlv")),
  "webhook requests of a type after a cursor": (id) =>
    findDeliveries(id, { event: ["user.kyc-event"] }, after("dlv")),
  "webhook statistics": (id) => findSteps(id, FIRST, 3_600_000, 10_000),
  "the webhook endpoint": (id) => findEndpoint(id),
  "the request log": (id) => listRequests(id, {}, page),
  "requests of a time": (id) => listRequests(id, { from: FIRST, to: LAST }, page),
  "requests after a cursor": (id) => listRequests(id, { method: ["GET"] }, after("req")),
  "requests that failed": (id) => listRequests(id, { status: ["4xx", "5xx"] }, page),
  "the journals of a partner": (id) => listJournals({ partnerId: [id] }, page),
  "the journals of partners and a time": (id) =>
    listJournals({ partnerId: [id, "ptn_0"], from: FIRST }, after("jrn")),
  "the journals of a root": (id) => findJournals(root(id), "", 100),
  "the audit entries of a partner": (id) => listEntries({ partner: [id] }, page),
  "the audit entries of a person": () => listEntries({ person: small.personId }, page),
  "the audit entries of a rare action": () => listEntries({ action: ["revokeApiKey"] }, page),
  "the audit entries of a rare action and a time": () =>
    listEntries({ action: ["revokeApiKey"], from: FIRST, until: LAST }, page),
  "the audit entries of a partner and a time": (id) =>
    listEntries({ partner: [id], from: FIRST }, after("aud")),
  "the users of a partner for operators": (id) =>
    findAdminUsers({ search: undefined, partnerId: id }, page),
  "the users of a partner for operators after a cursor": (id) =>
    findAdminUsers({ search: undefined, partnerId: id }, after("usr")),
  "the oldest withdrawals for operators": (id) => searchQueue(ofQueue(id, "oldest"), page),
  "the newest withdrawals for operators": (id) =>
    searchQueue(ofQueue(id, "newest", "completed"), after("wd")),
  "the largest withdrawals for operators": (id) => searchQueue(ofQueue(id, "largest"), page),
  "the sum of withdrawals for operators": (id) => sumWithdrawals(ofQueue(id, "newest")),
  "the activity of a partner": (id) => findPartners({ ...withActivity, search: id }, page),
  "the oldest withdrawals of partners for operators": (id) =>
    searchQueue({ ...ofQueue(id, "oldest"), partnerIds: ofTwo(id) }, page),
  "the newest withdrawals of partners for operators": (id) =>
    searchQueue({ ...ofQueue(id, "newest", "completed"), partnerIds: ofTwo(id) }, after("wd")),
  "the largest withdrawals of partners for operators": (id) =>
    searchQueue({ ...ofQueue(id, "largest"), partnerIds: ofTwo(id) }, page),
  "the largest withdrawals of partners from an amount for operators": (id) =>
    searchQueue({ ...ofQueue(id, "largest"), partnerIds: ofTwo(id), amountMin: 1n }, page),
  "the smallest withdrawals for operators": (id) => searchQueue(ofQueue(id, "smallest"), page),
  "withdrawals of partners from an amount for operators": (id) =>
    searchQueue({ ...ofQueue(id, "newest"), partnerIds: ofTwo(id), amountMin: 1n }, page),
  "the sum of withdrawals of partners for operators": (id) =>
    sumWithdrawals({ ...ofQueue(id, "newest"), partnerIds: ofTwo(id) }),
  "the audit entries of partners": (id) => listEntries({ partner: ofTwo(id) }, page),
  "the audit entries of partners and operators": (id) =>
    listEntries({ partner: [id, "operator"] }, after("aud")),
  "the audit entries of operators and a time": () =>
    listEntries({ partner: ["operator"], from: FIRST, until: LAST }, page),
  "the audit entries of rare actions": () =>
    listEntries({ action: ["revokeApiKey", "createApiKey"] }, page),
  "the income before a withdrawal": (id) => findIncome(id, FIRST, LAST),
  "the last deposit before a withdrawal": (id) => findLastDeposit(id, 10n ** 12n, FIRST, LAST),
  "what was paid out before a withdrawal": (id) => findPaidOut(id, FIRST, FIRST),
};

/** Reads that first count up to 500 entries of each filter, to choose the index of one. */
const COMPARED: typeof READS = {
  "the audit entries of a rare action of a large partner": () =>
    listEntries({ action: ["revokeApiKey"], partner: [small.largeId] }, page),
  "the audit entries of a common action of a small partner": (id) =>
    listEntries({ action: ["setRedirectUrl"], partner: [id], from: FIRST }, page),
  "the audit entries of a person, rare actions and partners": (id) =>
    listEntries(
      { person: small.personId, action: ["revokeApiKey", "setRedirectUrl"], partner: ofTwo(id) },
      page,
    ),
};

async function rowsReadFor(partnerId: string, read: (partnerId: string) => Promise<unknown>) {
  const statements = await sentBy(() => read(partnerId));
  expect(statements.length).toBeGreaterThan(0);
  let rows = 0;
  for (const [index, { text, values = [] }] of statements.entries()) {
    await sql("SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off");
    const plan = await readPlan({ name: `sent_${index}`, text, values });
    expect(plan.whole.filter((table) => !SMALL.has(table ?? ""))).toEqual([]);
    rows += plan.rows;
  }
  return rows;
}

/** A page of the large partner, and its total up to the limit. */
const OF_LARGE = [
  "events of a type for a replay",
  "failed events",
  "events of several statuses and a time",
  "all events",
  "cards of a time",
  "events of a time",
  "events between two times",
  "webhook requests between two times",
  "requests of a time",
  "the largest withdrawals of partners for operators",
  "the smallest withdrawals for operators",
];

describe.each(["nothing", "ANALYZE", "VACUUM ANALYZE"] as const)("after %s", (command) => {
  beforeAll(async () => {
    if (command !== "nothing") await analyzeAll(command);
  }, 60_000);

  test.each(Object.entries(READS))(
    "%s are read without the rows of a large partner",
    async (_, read) => {
      expect(await rowsReadFor(small.partnerId, read)).toBeLessThan(150);
    },
  );

  test.each(Object.entries(COMPARED))(
    "%s are read by the filter that selects the fewest",
    async (_, read) => {
      expect(await rowsReadFor(small.partnerId, read)).toBeLessThan(1_200);
    },
  );

  test.each(OF_LARGE)(
    "%s of the large partner are read up to the limit of the total",
    async (name) => {
      const read = READS[name];
      if (!read) throw new Error(`there is no ${name}`);
      expect(await rowsReadFor(small.largeId, read)).toBeLessThan(11_000);
    },
  );
});
