import "@/test/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import { eventsOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, type TestPartner } from "@/test/fixtures/make";
import { type Client, clientOf } from "@/test/http/client";

interface Row {
  serviceTransactionId: string;
  amount: number;
  status: string;
  transactionType: string;
}

let partner: TestPartner;
let client: Client;
let serviceCardId: string;

beforeEach(async () => {
  partner = await makePartner();
  client = clientOf(partner);
  serviceCardId = await makeCard(partner, { amountUsd: 500 });
});
afterAll(endTests);

const authorize = async (amount: number, more: object = {}): Promise<string> =>
  (await client.authorize(serviceCardId, { amount, ...more })).json.data.serviceTransactionId;
const rowsOf = async (): Promise<Row[]> =>
  (await client.listCardTransactions({ serviceCardId, limit: 100 })).json.data.transactions;
const cents = (amount: number) => Math.round(amount * 100);

/** Creates card transactions with every possible outcome. */
async function makeHistory(): Promise<void> {
  await authorize(1_000);
  await authorize(7);
  await client.reverse(await authorize(11, { currency: "EUR" }));
  const inParts = await authorize(20, { transactionType: "withdrawal" });
  await client.reverse(inParts, 5);
  await client.reverse(inParts, 4);
  await client.reverse(inParts);
  const less = await authorize(30);
  await client.reverse(less, 3);
  await client.settle(less, 20);
  await client.refund(less, 2);
  await client.refund(less);
  const more = await authorize(40, { currency: "EUR" });
  await client.settle(more, 46.5);
  await client.refund(more, 1);
  await client.refund(more, 42);
}

test("every id of an event is a row of List Card Transactions, and a credit's or fee's amount is its row's", async () => {
  await makeHistory();
  const events = await eventsOf(partner.partnerId, "card.transaction-event");
  const rows = new Map((await rowsOf()).map((row) => [row.serviceTransactionId, row]));
  expect(events).toHaveLength(21);
  for (const { data } of events) {
    const row = rows.get(data.serviceTransactionId);
    expect(row, data.serviceTransactionId).toBeDefined();
    if (/_(fx|inc|rev\d*)$/.test(data.serviceTransactionId))
      expect(row, data.serviceTransactionId).toMatchObject({
        amount: data.amount,
        status: data.type === "credit" ? "reversed" : "settled",
      });
  }
  expect(rows.size).toBe(new Set(events.map(({ data }) => data.serviceTransactionId)).size);
});

test("the list sums up: authorized and settled rows are debits, refunds are credits, other rows are zero", async () => {
  await makeHistory();
  const spent = (await rowsOf()).reduce((sum, { amount, status, transactionType }) => {
    if (transactionType === "refund") return sum - cents(amount);
    return status === "authorized" || status === "settled" ? sum + cents(amount) : sum;
  }, 0);
  const { availableBalance } = (await client.getCard(serviceCardId)).json.data;
  expect(50_000 - spent).toBe(cents(availableBalance));
});

test("a partly reversed hold has a reversed row of the transaction's type", async () => {
  const id = await authorize(50, { transactionType: "withdrawal" });
  await client.settle(id, 30);
  expect(await rowsOf()).toMatchObject([
    {
      serviceTransactionId: `${id}_rev`,
      amount: 20,
      status: "reversed",
      transactionType: "withdrawal",
      description: "Reversal of Cash withdrawal at Blue Bottle Coffee",
    },
    { serviceTransactionId: id, amount: 30, status: "settled" },
  ]);
});

test("the amount of a settlement above the hold is a settled row of its own", async () => {
  const id = await authorize(20);
  await client.settle(id, 25.5);
  expect(await rowsOf()).toMatchObject([
    { serviceTransactionId: `${id}_inc`, amount: 5.5, status: "settled" },
    { serviceTransactionId: id, amount: 20, status: "settled", transactionType: "purchase" },
  ]);
  await client.refund(id);
  expect((await rowsOf()).slice(0, 2)).toMatchObject([
    { serviceTransactionId: `${id}_rev`, amount: 20, transactionType: "refund" },
    { serviceTransactionId: `${id}_inc_rev`, amount: 5.5, transactionType: "refund" },
  ]);
});
