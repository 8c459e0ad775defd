import "@/test/database";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createApiKey } from "@/lib/identity/api-keys/create-api-key";
import { now } from "@/lib/kernel/clock";
import { onEventsCommitted } from "@/lib/kernel/committed-events";
import { DAY_MS, DAY_S, MINUTE_S } from "@/lib/kernel/durations";
import { openVerification } from "@/lib/users/kyc/open-verification";
import { dispatcher } from "@/lib/webhooks/delivery/dispatcher";
import { statementsOf } from "@/test/database/statements-of";
import { commitEvents, makeEndpoint, setTestEndpoint } from "@/test/fixtures/deliveries";
import { disputeBody, settledPurchase } from "@/test/fixtures/disputes";
import {
  endTests,
  makeApprovedUser,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { type Client, clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { tokenOf, userClientOf } from "@/test/http/user-client";

process.env.WEBHOOK_ALLOW_LOOPBACK = "on";

let partner: TestPartner;
let other: TestPartner;
let client: Client;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(async () => {
  [partner, other] = [await makePartner(), await makePartner()];
  client = clientOf(partner);
  receiver.requests.length = 0;
  receiver.answer = () => undefined;
});
afterAll(async () => {
  await dispatcher().stop();
  await receiver.close();
  await endTests();
});

const advance = async (advanceSeconds: number) =>
  expect((await client.advanceClock({ advanceSeconds })).status).toBe(200);

describe("a failed webhook delivery", () => {
  const dueInMs = async (eventId: string) => {
    const [row] = await sql(
      "SELECT extract(epoch FROM due_at - now()) * 1000 AS ms FROM webhook_deliveries WHERE event_id = $1",
      [eventId],
    );
    return Number(row.ms);
  };
  const delayed = (eventId: string) =>
    sql(
      "UPDATE webhook_deliveries SET attempts = 1, failures = 1, due_at = now() + interval '2 minutes' WHERE event_id = $1",
      [eventId],
    );

  afterEach(() => onEventsCommitted(undefined));

  test("is retried at once when the advance reaches its retry; a closer one only moves closer", async () => {
    await setTestEndpoint(partner.partnerId, receiver.url);
    const [eventId = ""] = await commitEvents(partner.partnerId);
    await delayed(eventId);
    await advance(MINUTE_S);
    expect(await dueInMs(eventId)).toBeGreaterThan(1_000);
    expect(await dueInMs(eventId)).toBeLessThan(61_000);
    // Only from here on: a dispatcher that runs earlier can lease the delivery before it is delayed.
    onEventsCommitted(() => dispatcher().wake());
    await advance(2 * MINUTE_S);
    await expect.poll(() => receiver.requests.length).toBe(1);
  });

  test("a delivery of another partner keeps its time, and so does an attempt in flight", async () => {
    const endpoint = await makeEndpoint(receiver.url);
    await setTestEndpoint(partner.partnerId, receiver.url);
    const [theirs = ""] = await commitEvents(endpoint.partnerId);
    const [flying = ""] = await commitEvents(partner.partnerId);
    await Promise.all([delayed(theirs), delayed(flying)]);
    await sql("UPDATE webhook_deliveries SET lease_id = 'held' WHERE event_id = $1", [flying]);
    await advance(DAY_S);
    expect(await dueInMs(theirs)).toBeGreaterThan(1_000);
    expect(await dueInMs(flying)).toBeGreaterThan(1_000);
  });

  test("counts the advance in the time for which the endpoint fails", async () => {
    await setTestEndpoint(partner.partnerId, receiver.url);
    await sql("UPDATE webhook_endpoints SET failing_since = now() WHERE partner_id = $1", [
      partner.partnerId,
    ]);
    await advance(DAY_S);
    const [{ days }] = await sql(
      "SELECT round(extract(epoch FROM now() - failing_since) / 86400) AS days FROM webhook_endpoints WHERE partner_id = $1",
      [partner.partnerId],
    );
    expect(Number(days)).toBe(1);
  });
});

describe("a card", () => {
  const declinedReason = async (cardId: string, of = client) =>
    (await of.authorize(cardId, { amount: 1 })).json.data.declinedReason;

  test("expires by the partner's clock, in both ways to authorize, and no card of another partner does", async () => {
    const cardId = await makeCard(partner);
    const theirs = await makeCard(other);
    expect(await declinedReason(cardId)).toBeUndefined();
    await advance(4 * 365 * DAY_S);
    expect(await declinedReason(cardId)).toBe("card expired");
    const message = { message: "authorization", amount: 1 };
    const merchant = { merchantName: "Kiosk", merchantCountry: "DE" };
    const answer = await client.networkMessage(cardId, { ...merchant, ...message });
    expect(answer.json.data).toMatchObject({ approved: false, declinedReason: "card expired" });
    expect(await declinedReason(theirs, clientOf(other))).toBeUndefined();
  });

  test("a card that is made after an advance is valid from the partner's time on", async () => {
    await advance(4 * 365 * DAY_S);
    const cardId = await makeCard(partner);
    const year = new Date(now().getTime() + 4 * 365 * DAY_MS).getUTCFullYear() + 3;
    const { cardExpiry } = (await client.getCard(cardId)).json.data;
    expect(cardExpiry).toMatch(new RegExp(`/${String(year).slice(2)}$`));
    expect(await declinedReason(cardId)).toBeUndefined();
  });

  test("another card of the same user can follow after 5 minutes of the partner's clock", async () => {
    const serviceId = await makeApprovedUser(partner);
    const create = () => client.createCard({ serviceId, amount: 10 });
    await makeCard(partner, { userId: serviceId });
    await advance(4 * MINUTE_S);
    expectRefusal(await create(), 400, "CARD_CREATION_LIMIT");
    await advance(MINUTE_S);
    expect((await create()).status).toBe(201);
    expectRefusal(await create(), 400, "CARD_CREATION_LIMIT");
  });
});

test("a verification link expires by the partner's clock, and Get User makes another one", async () => {
  const [mine, theirs] = [userClientOf(partner), userClientOf(other)];
  const [user, untouched] = [await mine.make(), await theirs.make()];
  const kindOf = async (url: string) => (await openVerification(tokenOf(url), now()))?.kind;
  await advance(6 * DAY_S);
  expect(await kindOf(user.verificationUrl)).toBe("open");
  await advance(DAY_S);
  expect(await kindOf(user.verificationUrl)).toBe("expired");
  expect(await kindOf(untouched.verificationUrl)).toBe("open");
  const { verificationUrl } = (await mine.get(user.serviceId)).json.data;
  expect(verificationUrl).not.toBe(user.verificationUrl);
  expect(await kindOf(verificationUrl)).toBe("open");
  await advance(6 * DAY_S);
  expect(await kindOf(verificationUrl)).toBe("open");
});

test("a rotated API key ends by the partner's clock, and others stay", async () => {
  const { partnerId } = partner;
  const rotated = await createApiKey({ partnerId, name: "rotated", at: now() });
  await sql("UPDATE api_keys SET expires_at = now() + interval '1 day' WHERE id = $1", [
    rotated.keyId,
  ]);
  const status = async () => (await clientOf(rotated).balance()).status;
  await advance(DAY_S - MINUTE_S);
  expect(await status()).toBe(200);
  await advance(2 * MINUTE_S);
  expect(await status()).toBe(401);
  expect((await client.balance()).status).toBe(200);
});

test("a replaced webhook secret stops signing by the partner's clock", async () => {
  await setTestEndpoint(partner.partnerId, receiver.url);
  await setTestEndpoint(partner.partnerId, receiver.url);
  const signing = async () => {
    const rows = await sql(
      "SELECT id FROM webhook_secrets WHERE partner_id = $1 AND (expires_at IS NULL OR expires_at > now())",
      [partner.partnerId],
    );
    return rows.length;
  };
  await advance(DAY_S - MINUTE_S);
  expect(await signing()).toBe(2);
  await advance(2 * MINUTE_S);
  expect(await signing()).toBe(1);
});

test("a transaction can be disputed for 120 days of the partner's clock, counted from the transaction", async () => {
  await advance(200 * DAY_S);
  const cardId = await makeCard(partner, { amountUsd: 100 });
  const [early, late] = [
    await settledPurchase(partner, cardId, 10),
    await settledPurchase(partner, cardId, 20),
  ];
  await advance(119 * DAY_S);
  expect((await client.dispute(early, disputeBody())).status).toBeLessThan(300);
  await advance(2 * DAY_S);
  expectRefusal(await client.dispute(late, disputeBody()), 400, "DISPUTE_TOO_LATE");
});

test("timestamps stay real: nothing is dated in the future", async () => {
  await advance(400 * DAY_S);
  const cardId = await makeCard(partner, { amountUsd: 100 });
  await client.authorize(cardId, { amount: 25 });
  const soon = Date.now() + 5_000;
  const { transactions } = (await client.listCardTransactions({ serviceCardId: cardId })).json.data;
  expect(Date.parse(transactions[0].createdAt)).toBeLessThan(soon);
  const [{ latest }] = await sql("SELECT max(created_at) AS latest FROM ledger.journals");
  expect(latest.getTime()).toBeLessThan(soon);
});

test("an authorization takes as many statements with an advanced clock as without", async () => {
  const cardId = await makeCard(partner, { amountUsd: 100 });
  const authorize = () => client.authorize(cardId, { amount: 1 });
  await authorize();
  // The notice of the advance may arrive late, and then the caller is read again. Deliveries are sent beside.
  const beside = /^(find_caller|claim_webhook)/;
  const statements = async () =>
    (await statementsOf(authorize)).statements.filter((name) => !beside.test(name));
  const before = await statements();
  await advance(DAY_S);
  expect(await statements()).toEqual(before);
});
