import "@/test/database";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cardAccount } from "@/lib/ledger";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Client, clientOf } from "@/test/http/client";
import { anId, expectSuccess, TIMESTAMP } from "@/test/http/expect-answer";

let partner: TestPartner;
let client: Client;
let first: string;
let second: string;

beforeAll(async () => {
  partner = await makePartner();
  client = clientOf(partner);
  first = await makeCard(partner, { amountUsd: 50 });
  second = await makeCard(partner, { amountUsd: 50 });
  await client.authorize(first, { amount: 1 });
  await client.authorize(second, {
    amount: 2.5,
    merchantName: "Geldautomat Zürich",
    merchantCountry: "CH",
    transactionType: "withdrawal",
  });
  await client.authorize(first, { amount: 51 });
});
afterAll(endTests);

const purchase = {
  serviceTransactionId: anId("txn"),
  currency: "USD",
  transactionType: "purchase",
  description: "Purchase at Blue Bottle Coffee",
  merchantName: "Blue Bottle Coffee",
  merchantCountry: "US",
  createdAt: TIMESTAMP,
};

const declined = { status: "declined", declinedReason: "insufficient funds" };

test("shows the transactions of all cards, newest first, with exactly the spec's fields, and why it was declined", async () => {
  expectSuccess(await client.listCardTransactions(), {
    transactions: [
      { ...purchase, serviceCardId: first, amount: 51, ...declined },
      {
        ...purchase,
        serviceCardId: second,
        amount: 2.5,
        status: "authorized",
        transactionType: "withdrawal",
        description: "Cash withdrawal at Geldautomat Zürich",
        merchantName: "Geldautomat Zürich",
        merchantCountry: "CH",
      },
      { ...purchase, serviceCardId: first, amount: 1, status: "authorized" },
    ],
    pagination: { skip: 0, limit: 50, total: 3 },
  });
});

test("serviceCardId filters to one card, and the total with it", async () => {
  expectSuccess(await client.listCardTransactions({ serviceCardId: first, limit: 1 }), {
    transactions: [{ ...purchase, serviceCardId: first, amount: 51, ...declined }],
    pagination: { skip: 0, limit: 1, total: 2, nextCursor: anId("txn") },
  });
});

test("a refund is listed separately from the purchase, which stays settled", async () => {
  const cardId = await makeCard(partner, { amountUsd: 10 });
  const id = (await client.authorize(cardId, { amount: 8 })).json.data.serviceTransactionId;
  await client.settle(id);
  await client.refund(id, 3);
  const { transactions } = (await client.listCardTransactions({ serviceCardId: cardId })).json.data;
  expect(transactions).toStrictEqual([
    {
      ...purchase,
      serviceTransactionId: `${id}_rev`,
      serviceCardId: cardId,
      amount: 3,
      status: "reversed",
      transactionType: "refund",
      description: "Refund of Purchase at Blue Bottle Coffee",
    },
    { ...purchase, serviceTransactionId: id, serviceCardId: cardId, amount: 8, status: "settled" },
  ]);
});

test.each(["card_0000000000000000000000zzzz", "no-card", "", "card_\u0000", "%00", "' OR 1=1 --"])(
  "an unknown card has no transactions: %j",
  async (serviceCardId) => {
    const none = { transactions: [], pagination: { skip: 0, limit: 50, total: 0 } };
    expectSuccess(await client.listCardTransactions({ serviceCardId }), none);
  },
);

test("a refund is listed at its own time, between purchases", async () => {
  const card = await makeCard(partner, { amountUsd: 50 });
  const bought = (await client.authorize(card, { amount: 3 })).json.data.serviceTransactionId;
  await client.settle(bought);
  const later = (await client.authorize(card, { amount: 4 })).json.data.serviceTransactionId;
  const refund = (await client.refund(bought)).json.data.serviceTransactionId;
  const { transactions } = (await client.listCardTransactions({ serviceCardId: card })).json.data;
  const ids = transactions.map((row: { serviceTransactionId: string }) => row.serviceTransactionId);
  expect(ids).toEqual([refund, later, bought]);
});

const MINUTES_MS = 5 * 60_000;

test("a transaction whose commit waited is listed before newer ones, so a list is followed from some minutes earlier", async () => {
  const owner = await makePartner();
  const caller = clientOf(owner);
  const slow = await makeCard(owner, { amountUsd: 20 });
  const fast = await makeCard(owner, { amountUsd: 20 });
  const withdraw = (serviceCardId: string) =>
    caller.withdraw({ serviceCardId, amount: 5, reference: "sweep" });
  const locker = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await locker.connect();
  await locker.query("BEGIN");
  await locker.query("SELECT ledger.lock($1)", [[cardAccount(slow)]]);
  const waiting = withdraw(slow);
  const waitingHere =
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  const isWaiting = async () => (await sql(waitingHere)).length > 0;
  await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true);
  const newest = (await withdraw(fast)).json.data.serviceTransactionId;
  const [{ createdAt }] = (await caller.listCardTransactions()).json.data.transactions;
  await locker.query("ROLLBACK");
  await locker.end();
  const late = (await waiting).json.data.serviceTransactionId;

  const idsOf = async (query: Record<string, string>) => {
    const { transactions } = (await caller.listCardTransactions({ sort: "oldest", ...query })).json
      .data;
    return transactions.map((each: { serviceTransactionId: string }) => each.serviceTransactionId);
  };
  expect(await idsOf({ cursor: newest })).toEqual([]);
  const from = new Date(Date.parse(createdAt) - MINUTES_MS).toISOString();
  expect(await idsOf({ from })).toEqual([late, newest]);
});
