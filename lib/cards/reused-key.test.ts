import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shiftClock } from "@/lib/kernel/clock";
import { DAY_MS } from "@/lib/kernel/durations";
import { CARD_INTERVAL_MS } from "@/lib/kernel/rate-limits";
import { purgeOldRows } from "@/lib/operations/retention/purge-old-rows";
import { attachLithic, attachStripe } from "@/test/fixtures/attach-issuer";
import { bookFaults, walletOf } from "@/test/fixtures/books";
import {
  endTests,
  makeApprovedUser,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { type Client, clientOf } from "@/test/http/client";
import { expectUsedKey } from "@/test/http/expect-answer";

const DEFAULT_RETENTION_DAYS = 365;
/** The stand-ins send nothing. */
const nowhere = () => "";
const sandbox = async () => ({ stop: async () => {}, state: { cards: new Map() } });

let partner: TestPartner;
let client: Client;
let serviceId: string;
let key: string;

const makeAmerican = () =>
  makeApprovedUser(partner, {
    country_code: "US",
    region: "NY",
    city: "New York",
    postal_code: "10001",
    phone_number: "+12125550123",
  });
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 100 });
  client = clientOf(partner);
  serviceId = await makeAmerican();
  key = randomUUID();
});
afterAll(endTests);

const create = (amount = 10) => client.createCard({ serviceId, amount }, key);

/** Requests a card that the issuer issues and that is not stored. */
async function createAndLose(): Promise<void> {
  await sql("ALTER TABLE cards ADD CONSTRAINT broken CHECK (false) NOT VALID");
  try {
    expect((await create()).status).toBe(500);
  } finally {
    await sql("ALTER TABLE cards DROP CONSTRAINT broken");
  }
}

/** Lets the retention of idempotency keys end, and the job of it run. */
async function endRetention(): Promise<void> {
  shiftClock((DEFAULT_RETENTION_DAYS + 1) * DAY_MS);
  expect((await purgeOldRows()).idempotencyKeys).toBeGreaterThan(0);
}

async function numberOf(serviceCardId: string): Promise<string> {
  return (await client.getCard(serviceCardId)).json.data.cardNumber;
}

describe.each([
  ["the sandbox", sandbox],
  ["Stripe", () => attachStripe(nowhere)],
  ["Lithic", () => attachLithic(nowhere)],
])("with %s, an idempotency key", (_, attach) => {
  let issuer: { stop(): Promise<void>; state: { cards: Map<string, object> } };
  beforeAll(async () => {
    issuer = await attach();
  });
  afterAll(() => issuer.stop());

  test("a key that is used again after its retention gives another card with another number", async () => {
    const numbers = new Set<string>();
    for (let use = 1; use <= 3; use++) {
      const answer = await create();
      expect(answer.status).toBe(201);
      numbers.add(await numberOf(answer.json.data.serviceCardId));
      expect(numbers.size).toBe(use);
      await endRetention();
    }
    expect(await walletOf(partner.partnerId)).toBe(100 - 3 * 11);
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });

  test("a key whose request was cut off after the issuer's answer gives the card of that answer", async () => {
    await createAndLose();
    const before = issuer.state.cards.size;
    expect((await create()).status).toBe(201);
    expect(issuer.state.cards.size).toBe(before);
  });

  test("a key whose request was cut off gives a card to another user too", async () => {
    await createAndLose();
    const other = await client.createCard({ serviceId: await makeAmerican(), amount: 10 }, key);
    expect(other.status, JSON.stringify(other.json)).toBe(201);
  });

  test("a key that is used again within its retention gives the same card, and changes nothing at the issuer", async () => {
    const first = await create();
    const before = structuredClone(issuer.state.cards);
    shiftClock(CARD_INTERVAL_MS);
    const again = await create();
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expectUsedKey(await create(20));
    expect(issuer.state.cards).toEqual(before);
  });
});
