import "@/test/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import { now, shiftClock } from "@/lib/kernel/clock";
import { balancesOf, eventsOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, type TestPartner } from "@/test/fixtures/make";
import { type Client, clientOf } from "@/test/http/client";
import { expiresAt, isExpired } from "./expiry";

let partner: TestPartner;
let client: Client;
let serviceCardId: string;
let shiftedMs = 0;

/** Moves the service's clock to an instant. */
function moveTo(instantMs: number): void {
  const byMs = instantMs - now().getTime();
  shiftClock(byMs);
  shiftedMs += byMs;
}

beforeEach(async () => {
  shiftClock(-shiftedMs);
  shiftedMs = 0;
  partner = await makePartner();
  client = clientOf(partner);
  serviceCardId = await makeCard(partner, { amountUsd: 100 });
});
afterAll(() => {
  shiftClock(-shiftedMs);
  return endTests();
});

const authorize = async (amount: number) =>
  (await client.authorize(serviceCardId, { amount })).json.data;

test("a card is valid until the end of its expiry month in UTC", () => {
  expect(expiresAt("11/29")).toEqual(new Date("2029-12-01T00:00:00Z"));
  expect(expiresAt("12/29")).toEqual(new Date("2030-01-01T00:00:00Z"));
  expect(isExpired("11/29", new Date("2029-11-30T23:59:59.999Z"))).toBe(false);
  expect(isExpired("11/29", new Date("2029-12-01T00:00:00Z"))).toBe(true);
});

test.each(["13/29", "00/29", "1/29", "11/2029", ""])("%j is not an expiry", (text) => {
  expect(() => expiresAt(text)).toThrow("MM/YY");
});

test("an expired card declines with the reason in the response, the event and the list", async () => {
  const { cardExpiry } = (await client.getCard(serviceCardId)).json.data;
  moveTo(expiresAt(cardExpiry).getTime() - 60_000);
  const open = await authorize(10);
  expect(open.status).toBe("authorized");
  moveTo(expiresAt(cardExpiry).getTime());
  const declined = await authorize(5);
  expect(declined).toMatchObject({ status: "declined", declinedReason: "card expired" });
  const events = await eventsOf(partner.partnerId, "card.transaction-event");
  expect(events.at(-1).data).toMatchObject({
    type: "debit",
    status: "declined",
    serviceTransactionId: declined.serviceTransactionId,
    declinedReason: "card expired",
  });
  const { transactions } = (await client.listCardTransactions({ serviceCardId, limit: 1 })).json
    .data;
  expect(transactions[0]).toMatchObject({ status: "declined", amount: 5 });
  expect(await balancesOf(serviceCardId)).toMatchObject({ available: 90, held: 10 });
});

test("earlier authorizations still settle, and the balance can be withdrawn", async () => {
  const { cardExpiry } = (await client.getCard(serviceCardId)).json.data;
  const { serviceTransactionId: id } = await authorize(10);
  moveTo(expiresAt(cardExpiry).getTime());
  expect((await client.settle(id)).json.data).toMatchObject({ status: "settled" });
  expect((await client.refund(id, 4)).status).toBe(200);
  expect((await client.withdraw({ serviceCardId, amount: 94, reference: "r" })).status).toBe(200);
});

test("a frozen expired card declines as frozen", async () => {
  const { cardExpiry } = (await client.getCard(serviceCardId)).json.data;
  await client.switchCard(serviceCardId, "freeze");
  moveTo(expiresAt(cardExpiry).getTime());
  expect(await authorize(5)).toMatchObject({ declinedReason: "card frozen" });
});
