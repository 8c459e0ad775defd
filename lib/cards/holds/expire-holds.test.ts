import "@/test/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, DAY_S, MINUTE_S } from "@/lib/kernel/durations";
import { balancesOf, bookFaults, eventsOf } from "@/test/fixtures/books";
import { later } from "@/test/fixtures/later";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Client, clientOf } from "@/test/http/client";
import { expireHolds, HOLD_DAYS } from "./expire-holds";

let partner: TestPartner;
let other: TestPartner;
let client: Client;

beforeEach(async () => {
  [partner, other] = [await makePartner(), await makePartner()];
  client = clientOf(partner);
});
afterAll(endTests);

const advance = async (advanceSeconds: number) =>
  expect((await client.advanceClock({ advanceSeconds })).status).toBe(200);

async function held(of: TestPartner, amount = 25) {
  const cardId = await makeCard(of, { amountUsd: 100 });
  const { data } = (await clientOf(of).authorize(cardId, { amount })).json;
  return { cardId, id: data.serviceTransactionId as string };
}

async function statusesOf(of: TestPartner, serviceCardId: string): Promise<Record<string, string>> {
  const { transactions } = (await clientOf(of).listCardTransactions({ serviceCardId })).json.data;
  return Object.fromEntries(
    transactions.map((each: { serviceTransactionId: string; status: string }) => [
      each.serviceTransactionId,
      each.status,
    ]),
  );
}

test("a hold is released by the response when the advance reaches its 7 days, with the row and event of a reversal", async () => {
  const { cardId, id } = await held(partner);
  await advance(HOLD_DAYS * DAY_S - MINUTE_S);
  expect(await statusesOf(partner, cardId)).toEqual({ [id]: "authorized" });
  await advance(MINUTE_S);
  expect(await statusesOf(partner, cardId)).toEqual({
    [id]: "reversed",
    [`${id}_rev`]: "reversed",
  });
  expect(await balancesOf(cardId)).toMatchObject({ available: 100, held: 0 });
  const events = await eventsOf(partner.partnerId, "card.transaction-event");
  expect(events.at(-1).data).toMatchObject({
    type: "credit",
    status: "reversed",
    serviceTransactionId: `${id}_rev`,
    amount: 25,
  });
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});

test("a hold of another partner stays, and so does one that was settled in part", async () => {
  const [mine, theirs] = [await held(partner), await held(other)];
  await client.settle(mine.id, 10);
  await advance(30 * DAY_S);
  expect((await statusesOf(partner, mine.cardId))[mine.id]).toBe("settled");
  expect(await statusesOf(other, theirs.cardId)).toEqual({ [theirs.id]: "authorized" });
  await expireHolds();
  expect(await statusesOf(other, theirs.cardId)).toEqual({ [theirs.id]: "authorized" });
});

test("a hold that began after an advance has its 7 days from there", async () => {
  await advance(30 * DAY_S);
  const { cardId, id } = await held(partner);
  await advance(6 * DAY_S);
  await expireHolds();
  expect(await statusesOf(partner, cardId)).toEqual({ [id]: "authorized" });
  await advance(DAY_S);
  expect((await statusesOf(partner, cardId))[id]).toBe("reversed");
});

test("a hold of a partner that never advanced its clock is released by the job after 7 real days", async () => {
  const { cardId, id } = await held(other);
  await later(HOLD_DAYS * DAY_MS - 60_000, expireHolds);
  expect(await statusesOf(other, cardId)).toEqual({ [id]: "authorized" });
  await later(HOLD_DAYS * DAY_MS + 1_000, expireHolds);
  expect((await statusesOf(other, cardId))[id]).toBe("reversed");
});

test("a hold of a transaction with network messages expires by a message, once", async () => {
  const cardId = await makeCard(partner, { amountUsd: 100 });
  const message = { merchantName: "Kiosk", merchantCountry: "DE", networkTransaction: "one" };
  await client.networkMessage(cardId, { ...message, message: "authorization", amount: 30 });
  expect(await balancesOf(cardId)).toMatchObject({ available: 70, held: 30 });
  await advance(8 * DAY_S);
  expect(await balancesOf(cardId)).toMatchObject({ available: 100, held: 0 });
  const stored = await sql(
    "SELECT m.id FROM network_messages m JOIN network_transactions n ON n.id = m.network_transaction_id WHERE n.card_id = $1 AND m.kind = 'expiry'",
    [cardId],
  );
  expect(stored).toHaveLength(1);
  await client.networkMessage(cardId, { ...message, message: "capture", amount: 30 });
  expect(await balancesOf(cardId)).toMatchObject({ available: 70, held: 0 });
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});
