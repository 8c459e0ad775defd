import "@/test/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import { eventsOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Client, clientOf } from "@/test/http/client";
import { TIMESTAMP } from "@/test/http/expect-answer";

let partner: TestPartner;
let client: Client;
let serviceCardId: string;

beforeEach(async () => {
  partner = await makePartner();
  client = clientOf(partner);
  serviceCardId = await makeCard(partner, { amountUsd: 100 });
});
afterAll(endTests);

async function authorize(body: Record<string, unknown>): Promise<string> {
  return (await client.authorize(serviceCardId, body)).json.data.serviceTransactionId;
}

/** Expects exactly these events so far, each in the envelope. */
async function expectEvents(...data: object[]): Promise<void> {
  const wrapped = data.map((one) => ({
    event: "card.transaction-event",
    timestamp: TIMESTAMP,
    data: { serviceCardId, ...one },
  }));
  expect(await eventsOf(partner.partnerId, "card.transaction-event")).toStrictEqual(wrapped);
}

const description = "Purchase at Blue Bottle Coffee";

test("an approved debit has only type, status, ids, amount and description", async () => {
  const serviceTransactionId = await authorize({ amount: 25.5 });
  await expectEvents({
    type: "debit",
    status: "approved",
    serviceTransactionId,
    amount: 25.5,
    description,
  });
});

test("a given description is sent unchanged", async () => {
  const serviceTransactionId = await authorize({
    amount: 1,
    description: "Flat white № 2",
    transactionType: "withdrawal",
  });
  await expectEvents({
    type: "debit",
    status: "approved",
    serviceTransactionId,
    amount: 1,
    description: "Flat white № 2",
  });
});

test("a declined debit adds fxFee and declinedReason", async () => {
  const id = await authorize({ amount: 100.01 });
  const inEuro = await authorize({ amount: 99, currency: "EUR" });
  const declined = { type: "debit", status: "declined", description };
  const declinedReason = "insufficient funds";
  await expectEvents(
    { ...declined, serviceTransactionId: id, amount: 100.01, fxFee: 0, declinedReason },
    { ...declined, serviceTransactionId: inEuro, amount: 99, fxFee: 2.97, declinedReason },
  );
});

test("a cross-border fee is a second event, after the debit's, with _fx behind the id", async () => {
  const id = await authorize({ amount: 50, currency: "EUR" });
  await expectEvents(
    { type: "debit", status: "approved", serviceTransactionId: id, amount: 50, description },
    {
      type: "cross-border",
      status: "approved",
      serviceTransactionId: `${id}_fx`,
      amount: 1.5,
      description: `Cross-border fee for ${description}`,
    },
  );
  const { transactions } = (await client.listCardTransactions({ serviceCardId })).json.data;
  expect(transactions.map((row: Record<string, unknown>) => row.serviceTransactionId)).toEqual([
    `${id}_fx`,
    id,
  ]);
  expect(transactions[0]).toMatchObject({ amount: 1.5, status: "settled" });
});

test("a reversal credits back only the debit, with _rev behind the id and fxFee 0", async () => {
  const id = await authorize({ amount: 50, currency: "EUR" });
  await client.reverse(id);
  const events = await eventsOf(partner.partnerId, "card.transaction-event");
  expect(events).toHaveLength(3);
  expect(events[2].data).toStrictEqual({
    type: "credit",
    status: "reversed",
    serviceTransactionId: `${id}_rev`,
    serviceCardId,
    amount: 50,
    fxFee: 0,
    description,
  });
});

test("credits are numbered per transaction, whatever their kind: reversal, release, refund", async () => {
  const id = await authorize({ amount: 30, currency: "EUR" });
  await client.reverse(id, 10);
  await client.settle(id, 18);
  const first = (await client.refund(id, 5)).json.data;
  const second = (await client.refund(id)).json.data;
  const credits = (await eventsOf(partner.partnerId, "card.transaction-event")).slice(2);
  const credit = { type: "credit", status: "reversed", serviceCardId, fxFee: 0, description };
  expect(credits.map(({ data }) => data)).toStrictEqual([
    { ...credit, serviceTransactionId: `${id}_rev`, amount: 10 },
    { ...credit, serviceTransactionId: `${id}_rev2`, amount: 2 },
    { ...credit, serviceTransactionId: `${id}_rev3`, amount: 5 },
    { ...credit, serviceTransactionId: `${id}_rev4`, amount: 13 },
  ]);
  expect([first.serviceTransactionId, second.serviceTransactionId]).toEqual([
    `${id}_rev3`,
    `${id}_rev4`,
  ]);
});

test.each<[string, (id: string) => Promise<unknown>]>([
  ["a whole reversal", (id) => client.reverse(id)],
  ["a reversal of a part", (id) => client.reverse(id, 10)],
  ["a settlement for less", (id) => client.settle(id, 35.25)],
  ["a refund", (id) => client.settle(id).then(() => client.refund(id, 5))],
])("the first credit has _rev behind the id: %s", async (_, credit) => {
  const id = await authorize({ amount: 50 });
  await credit(id);
  const events = await eventsOf(partner.partnerId, "card.transaction-event");
  expect(events.map(({ data }) => data.serviceTransactionId)).toEqual([id, `${id}_rev`]);
});

test("a settlement for more is a debit of what is above the hold, with _inc behind the id", async () => {
  const id = await authorize({ amount: 20 });
  await client.settle(id, 25.5);
  const debit = { type: "debit", status: "approved", description };
  await expectEvents(
    { ...debit, serviceTransactionId: id, amount: 20 },
    { ...debit, serviceTransactionId: `${id}_inc`, amount: 5.5 },
  );
});

/** The ids of a resource's events, in the order of their sequence. */
async function sequenceOf(resourceId: string): Promise<string[]> {
  const rows = await sql(
    "SELECT sequence, body::jsonb #>> '{data,serviceTransactionId}' AS id FROM webhook_events WHERE resource_id = $1 ORDER BY sequence",
    [resourceId],
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
  return rows.map(({ id }) => id);
}

test("the credits and disputes of an increase are in the sequence of its purchase", async () => {
  const id = await authorize({ amount: 20 });
  await client.settle(id, 25.5);
  await client.refund(id, 21);
  const dispute = { reason: "fraudulent", explanation: "Not mine." };
  const { creditTransactionId } = (await client.dispute(`${id}_inc`, dispute)).json.data;
  expect(await sequenceOf(id)).toEqual([
    id,
    `${id}_inc`,
    `${id}_rev`,
    `${id}_inc_rev`,
    creditTransactionId,
  ]);
});

test("the fee of an increase follows the increase in the sequence of its purchase", async () => {
  const merchant = { merchantName: "Le Zinc", merchantCountry: "FR", currency: "EUR" };
  const report = (message: string, amount: number) =>
    client.networkMessage(serviceCardId, {
      message,
      amount,
      networkTransaction: `net ${serviceCardId}`,
      ...merchant,
    });
  await report("authorization", 20);
  await report("capture", 30);
  const [{ id }] = await sql(
    "SELECT id FROM card_transactions WHERE card_id = $1 AND original_id IS NULL AND category = 'authorization'",
    [serviceCardId],
  );
  expect(await sequenceOf(id)).toEqual([id, `${id}_fx`, `${id}_inc`, `${id}_inc_fx`]);
});

test("the amounts of a card's events sum to its available balance", async () => {
  const less = await authorize({ amount: 20 });
  await client.reverse(less, 2);
  await client.settle(less, 15);
  await client.refund(less, 4);
  const more = await authorize({ amount: 30, currency: "EUR" });
  await client.settle(more, 32.2);
  await client.reverse(await authorize({ amount: 7 }));
  await authorize({ amount: 1_000 });
  await client.refund(more);
  const events = await eventsOf(partner.partnerId, "card.transaction-event");
  const cents = events.map(({ data }) => {
    if (data.status === "declined") return 0;
    return Math.round(data.amount * 100) * (data.type === "credit" ? 1 : -1);
  });
  const { availableBalance } = (await client.getCard(serviceCardId)).json.data;
  expect(10_000 + cents.reduce((sum, each) => sum + each, 0)).toBe(
    Math.round(availableBalance * 100),
  );
});

test("a settlement of the hold and a refused change send no event", async () => {
  const id = await authorize({ amount: 30 });
  await client.settle(id);
  await client.settle(id);
  await client.reverse(id);
  await client.refund(id, 31);
  expect(await eventsOf(partner.partnerId, "card.transaction-event")).toHaveLength(1);
});

test("a release on a terminated card sends the event of the credit, then that of the liquidation", async () => {
  const id = await authorize({ amount: 40 });
  await client.terminate(serviceCardId);
  await client.reverse(id);
  const events = await eventsOf(partner.partnerId);
  expect(events.slice(-2)).toMatchObject([
    { event: "card.transaction-event", data: { serviceTransactionId: `${id}_rev`, amount: 40 } },
    {
      event: "wallet.deposit.card-withdrawal",
      data: { source: "liquidation", amount: 40, fee: 0, netAmount: 40 },
    },
  ]);
});

test("each event is found by its transaction and written together with it", async () => {
  const authorized = await authorize({ amount: 5, currency: "EUR" });
  const withdrawn = await client.withdraw({ serviceCardId, amount: 5, reference: "r" });
  await client.terminate(serviceCardId);
  const [liquidated] = (await client.listCardTransactions({ limit: 1 })).json.data.transactions;
  for (const id of [
    authorized,
    withdrawn.json.data.serviceTransactionId,
    liquidated.serviceTransactionId,
  ]) {
    const rows = await sql(
      `SELECT e.created_at = t.created_at AS "sameTime", e.xmin::text = t.xmin::text AS "withItsRow",
         e.xmin::text = j.xmin::text AS "withItsMoney"
       FROM webhook_events e JOIN card_transactions t ON t.id = e.resource_id
         JOIN ledger.journals j ON j.source_id = e.resource_id
       WHERE e.resource_id = $1`,
      [id],
    );
    const row = { sameTime: true, withItsRow: true, withItsMoney: true };
    expect(rows).toEqual(id === authorized ? [row, row] : [row]);
  }
});
