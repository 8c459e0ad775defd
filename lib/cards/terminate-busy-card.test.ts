import "@/test/database";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { balancesOf, bookFaults, eventsOf } from "@/test/books";
import { type Client, clientOf } from "@/test/client";
import { expectRefusal } from "@/test/expect-answer";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/make";

/** What happens after each reading of the card, before what was decided on it is committed. */
const meanwhile = vi.hoisted(() => ({
  afterReading: undefined as (() => Promise<unknown>) | undefined,
}));
vi.mock("./store", async (original) => {
  const actual = await original<typeof import("./store")>();
  const findCardState: typeof actual.findCardState = async (...of) => {
    const state = await actual.findCardState(...of);
    const { afterReading } = meanwhile;
    meanwhile.afterReading = undefined;
    await afterReading?.();
    if (!meanwhile.afterReading) meanwhile.afterReading = afterReading;
    return state;
  };
  return { ...actual, findCardState };
});

let partner: TestPartner;
let client: Client;
let serviceCardId: string;

beforeEach(async () => {
  meanwhile.afterReading = undefined;
  partner = await makePartner();
  client = clientOf(partner);
  serviceCardId = await makeCard(partner, { amountUsd: 100 });
});
afterAll(endTests);

const authorize = () => client.authorize(serviceCardId, { amount: 0.01 });
const statusOf = async () => (await client.getCard(serviceCardId)).json.data.status;

test("a card on which somebody asks for money all the time can still be terminated", async () => {
  let isOver = false;
  const hammering = Array.from({ length: 4 }, async () => {
    while (!isOver) expect((await authorize()).status).toBe(200);
  });
  const answer = await client.terminate(serviceCardId);
  isOver = true;
  await Promise.all(hammering);
  expect(answer.status).toBe(200);
  expect(await balancesOf(serviceCardId)).toMatchObject({ available: 0 });
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});

test("one that moves between every reading and commit is frozen first, and then terminated", async () => {
  meanwhile.afterReading = authorize;
  const answer = await client.terminate(serviceCardId);
  meanwhile.afterReading = undefined;
  expect(answer.status).toBe(200);
  expect(await statusOf()).toBe("terminated");
  const [event] = await eventsOf(partner.partnerId, "wallet.deposit.card-withdrawal");
  const { held } = await balancesOf(serviceCardId);
  expect(event.data.amount + held).toBeCloseTo(100, 6);
  const reasons = (await eventsOf(partner.partnerId, "card.transaction-event"))
    .map(({ data }) => data.declinedReason)
    .filter(Boolean);
  expect(new Set(reasons)).toEqual(new Set(["card frozen"]));
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});

test("when it is refused after that, the card is active again", async () => {
  const others = await Promise.all(Array.from({ length: 10 }, () => makeCard(partner)));
  meanwhile.afterReading = async () => {
    if ((await statusOf()) === "active") return authorize();
    meanwhile.afterReading = async () => {};
    for (const cardId of others) await client.terminate(cardId);
  };
  const answer = await client.terminate(serviceCardId);
  meanwhile.afterReading = undefined;
  expectRefusal(answer, 429, "CARD_DEBIT_LIMIT");
  expect(await statusOf()).toBe("active");
  const [{ version }] = await sql("SELECT version FROM cards WHERE id = $1", [serviceCardId]);
  expect(version).toBe(3);
});
