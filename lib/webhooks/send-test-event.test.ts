import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import {
  deliveryOf,
  pauseEndpoint,
  type WebhookClient,
  wakesOf,
  webhooksOf,
} from "@/test/fixtures/webhooks";
import {
  anId,
  expectRefusal,
  expectSuccess,
  invalidFields,
  TIMESTAMP,
} from "@/test/http/expect-answer";
import { EVENT_DATA, EVENT_TYPES } from "./events";

let partner: TestPartner;
let client: WebhookClient;

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  client = webhooksOf(partner);
  await client.set();
});
afterAll(endTests);

const countEvents = async (): Promise<number> => (await client.events()).json.data.pagination.total;

describe.each(EVENT_TYPES)("a test event %s", (type) => {
  test("is sent like any other, only to the endpoint, and is marked as a test", async () => {
    const answer = await client.test({ event: type });
    const { id } = answer.json.data;
    expectSuccess(answer, {
      id: anId("evt"),
      event: type,
      resourceId: expect.stringMatching(/^(usr|txn|dep|wd)_[0-9a-z]{26}$/),
      sequence: 1,
      isTest: true,
      status: "pending",
      attempts: 0,
      nextAttemptAt: TIMESTAMP,
      createdAt: TIMESTAMP,
    });
    expect(await deliveryOf(id)).toMatchObject({ status: "pending", attempts: 0, isDue: true });
    expect((await client.events({ limit: 1 })).json.data.events).toEqual([
      { ...answer.json.data, subject: expect.stringMatching(/\w/) },
    ]);
  });

  test("has exactly the payload of its type, about objects of its own", async () => {
    const payloads: { event: string; timestamp: string; data: Record<string, unknown> }[] = [];
    for (let round = 0; round < 2; round++) {
      const { id } = (await client.test({ event: type })).json.data;
      payloads.push((await client.event(id)).json.data.payload);
    }
    for (const payload of payloads) {
      expect(Object.keys(payload)).toEqual(["event", "timestamp", "data"]);
      expect(payload).toMatchObject({ event: type, timestamp: TIMESTAMP });
      expect(EVENT_DATA[type].parse(payload.data)).toStrictEqual(payload.data);
      if ("partnerId" in payload.data) expect(payload.data.partnerId).toBe(partner.partnerId);
    }
    const names = ["serviceId", "serviceTransactionId", "serviceCardId", "withdrawalId", "txHash"];
    const found = names.filter((name) => name in (payloads[0]?.data ?? {}));
    expect(found.length).toBeGreaterThan(0);
    for (const name of found) expect(payloads[0]?.data[name]).not.toBe(payloads[1]?.data[name]);
  });
});

test("a deposit is on a supported network of the environment", async () => {
  const { id } = (await client.test({ event: "wallet.deposit.crypto" })).json.data;
  const { data } = (await client.event(id)).json.data.payload;
  expect(data).toMatchObject({ chain: "base-sepolia", token: "usdc" });
});

test("a deposit to a card has the id of the deposit, as a real one has", async () => {
  const { id } = (await client.test({ event: "card.deposit.crypto" })).json.data;
  const { resourceId, payload } = (await client.event(id)).json.data;
  expect(payload.data.serviceTransactionId).toBe(resourceId);
  expect(resourceId).toEqual(anId("dep"));
});

test("reaches the endpoint although the partner is subscribed to another event", async () => {
  const other = await makePartner({ balanceUsd: 0 });
  await webhooksOf(other).set();
  await sql("UPDATE webhook_endpoints SET events = '{user.kyc-event}' WHERE partner_id = $1", [
    other.partnerId,
  ]);
  const { data } = (await webhooksOf(other).test({ event: "card.deposit.crypto" })).json;
  expect(data.status).toBe("pending");
  expect(await deliveryOf(data.id)).toMatchObject({ status: "pending" });
});

test("moves no money and creates no user, card or transaction", async () => {
  const count = () =>
    sql(
      `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM cards) AS cards,
         (SELECT count(*) FROM deposits) AS deposits, (SELECT count(*) FROM withdrawals) AS withdrawals,
         (SELECT count(*) FROM card_transactions) AS card_transactions, (SELECT count(*) FROM ledger.journals) AS journals`,
    );
  const before = await count();
  for (const event of EVENT_TYPES) await client.test({ event });
  expect(await count()).toEqual(before);
});

test("wakes the dispatcher", async () => {
  expect(await wakesOf(() => client.test({ event: "user.kyc-event" }))).toBe(1);
});

describe("refusals, without effect", () => {
  test("WEBHOOK_NOT_SET", async () => {
    const late = await makePartner({ balanceUsd: 0 });
    const answer = await webhooksOf(late).test({ event: "user.kyc-event" });
    expectRefusal(answer, 400, "WEBHOOK_NOT_SET");
    expect((await webhooksOf(late).events()).json.data.pagination.total).toBe(0);
  });

  test("WEBHOOK_PAUSED", async () => {
    const before = await countEvents();
    await pauseEndpoint(partner);
    expectRefusal(await client.test({ event: "user.kyc-event" }), 400, "WEBHOOK_PAUSED");
    expect(await countEvents()).toBe(before);
    await client.resume();
  });

  test.each([
    [{}, "event: isNotEmpty"],
    [{ event: "*" }, "event: isIn"],
    [{ event: "USER.KYC-EVENT" }, "event: isIn"],
    [{ event: null }, "event: isIn"],
  ])("%j", async (body, fault) => {
    const before = await countEvents();
    expect(invalidFields(await client.test(body))).toEqual([fault]);
    expect(await countEvents()).toBe(before);
  });
});
