import { beginPause } from "../store";
import "@/test/database";
import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as authorize } from "@/app/api/v1/sandbox/cards/[serviceCardId]/authorizations/route";
import { MINUTE_MS } from "@/lib/kernel/durations";
import { forgetEnv } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { setSubscription } from "@/lib/webhooks/store";
import { eventually } from "@/test/eventually";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import {
  attemptsOf,
  commitEvents,
  deliveriesOf,
  deliveryOf,
  endpointOf,
  makeDue,
  makeEndpoint,
  setTestEndpoint,
  type TestEndpoint,
} from "@/test/fixtures/deliveries";
import { call, endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { Dispatcher } from "./dispatcher";

// So long that no request and no lease ends by itself, however slow the machine is.
const ENOUGH_MS = 100_000;
process.env.WEBHOOK_ALLOW_LOOPBACK = "on";
process.env.WEBHOOK_TIMEOUT_MS = String(ENOUGH_MS);
process.env.WEBHOOK_LEASE_MS = String(2 * ENOUGH_MS);

const RETRY_DELAYS_S = [30, 120, 480, 1_920, 7_680, 30_720, 86_400];

/** Short only for receivers that never respond, so that a busy machine delivers to the others. */
function setTimeoutMs(ms: number): void {
  process.env.WEBHOOK_TIMEOUT_MS = String(ms);
  forgetEnv();
}

const dispatcher = new Dispatcher({ drainMs: ENOUGH_MS });
const drain = () => dispatcher.drain();
let receiver: Receiver;
let endpoint: TestEndpoint;

beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(async () => {
  // Removes deliveries that other tests left.
  await sql("DELETE FROM webhook_deliveries WHERE status = 'pending'");
  receiver.requests.length = 0;
  receiver.answer = () => undefined;
  endpoint = await makeEndpoint(receiver.url);
});
afterAll(async () => {
  await dispatcher.stop();
  await receiver.close();
  await endTests();
});

const header = (name: string) => receiver.requests.map(({ headers }) => headers[name]);
const standardSignature = (secret: string, content: string) =>
  `v1,${createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
    .update(content)
    .digest("base64")}`;

describe("an event", () => {
  test("is sent once, byte for byte as it was committed, signed and numbered", async () => {
    const [eventId = ""] = await commitEvents(endpoint.partnerId);
    expect(await drain()).toEqual({ attempted: 1, delivered: 1, failed: 0 });
    expect(await drain()).toEqual({ attempted: 0, delivered: 0, failed: 0 });

    expect(receiver.requests).toHaveLength(1);
    const { method, headers, body } = receiver.requests[0] ?? expect.fail();
    const [event] = await sql("SELECT body FROM webhook_events WHERE id = $1", [eventId]);
    expect(method).toBe("POST");
    expect(body.equals(Buffer.from(event.body, "utf8"))).toBe(true);
    const hex = createHmac("sha256", endpoint.secret).update(body).digest("hex");
    const timestampS = Number(headers["webhook-timestamp"]);
    expect(Math.abs(timestampS - Date.now() / 1_000)).toBeLessThan(60);
    const signed = `${eventId}.${timestampS}.${event.body}`;
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "PartnerWallet-Webhooks/1",
      "webhook-id": eventId,
      "webhook-signature": standardSignature(endpoint.secret, signed),
      "x-webhook-signature": hex,
      "x-webhook-sequence": "1",
      "x-webhook-attempt": "1",
    });
    expect(headers).not.toHaveProperty("x-webhook-test");
  });

  test.each([3_600_000, -3_600_000])(
    "is signed with the present where the clock of the process is %i ms ahead",
    async (byMs) => {
      await commitEvents(endpoint.partnerId);
      await withClockAhead(byMs, drain);
      const [timestampS] = header("webhook-timestamp");
      expect(Math.abs(Number(timestampS) - Date.now() / 1_000)).toBeLessThan(60);
    },
  );

  test("an event that arrived is recorded with the receiver's response", async () => {
    receiver.answer = () => ({ status: 202, body: "thank you" });
    const [eventId = ""] = await commitEvents(endpoint.partnerId);
    await drain();
    expect(await deliveryOf(eventId)).toMatchObject({
      status: "delivered",
      attempts: 1,
      failures: 0,
      lease_id: null,
      completed_at: expect.any(Date),
    });
    const attempts = await attemptsOf(eventId);
    expect(attempts).toEqual([
      {
        id: expect.stringMatching(/^dlv_/),
        partner_id: endpoint.partnerId,
        event_id: eventId,
        number: 1,
        url: receiver.url,
        succeeded: true,
        status_code: 202,
        response_body: "thank you",
        error: null,
        started_at: expect.any(Date),
        duration_ms: expect.any(Number),
      },
    ]);
    expect(await endpointOf(endpoint.partnerId)).toMatchObject({
      last_success_at: expect.any(Date),
      failing_since: null,
      paused_at: null,
    });
  });

  test("a test event is marked as a test", async () => {
    await setSubscription(endpoint.partnerId, ["card.deposit.crypto"]);
    await commitEvents(endpoint.partnerId, 1, { isTest: true });
    await drain();
    expect(header("x-webhook-test")).toEqual(["true"]);
  });

  test("an event of a kind that the partner did not subscribe to is not sent, not even later", async () => {
    await setSubscription(endpoint.partnerId, ["card.deposit.crypto"]);
    await commitEvents(endpoint.partnerId, 3);
    await setSubscription(endpoint.partnerId, ["user.kyc-event"]);
    const [wanted] = await commitEvents(endpoint.partnerId);
    expect(await drain()).toMatchObject({ attempted: 1 });
    expect(header("webhook-id")).toEqual([wanted]);
  });

  test("an event of a partner without a URL is not sent, and stops no other", async () => {
    const silent = newId("ptn");
    await setSubscription(silent, ["*"]);
    await commitEvents(silent, 2);
    // As if the URL had been removed after the commit.
    const gone = await makeEndpoint(receiver.url);
    await commitEvents(gone.partnerId, 2);
    await sql("UPDATE webhook_endpoints SET url = NULL WHERE partner_id = $1", [gone.partnerId]);
    const [eventId] = await commitEvents(endpoint.partnerId);
    expect(await drain()).toMatchObject({ attempted: 1 });
    expect(header("webhook-id")).toEqual([eventId]);
    for (const delivery of await deliveriesOf(gone.partnerId))
      expect(delivery).toMatchObject({ status: "pending", attempts: 0, lease_id: null });
  });
});

describe("success", () => {
  test.each([
    [200, true],
    [204, true],
    [299, true],
    [300, false],
    [301, false],
    [400, false],
    [404, false],
    [410, false],
    [500, false],
    [503, false],
  ])("is only 2xx: %i", async (status, succeeded) => {
    receiver.answer = () => ({ status, headers: { location: `${receiver.url}/elsewhere` } });
    const [eventId = ""] = await commitEvents(endpoint.partnerId);
    expect(await drain()).toEqual({ attempted: 1, delivered: succeeded ? 1 : 0, failed: 0 });
    expect(await deliveryOf(eventId)).toMatchObject({
      status: succeeded ? "delivered" : "pending",
      failures: succeeded ? 0 : 1,
    });
    const [attempt] = await attemptsOf(eventId);
    expect(attempt).toMatchObject({ status_code: status, succeeded });
    expect(attempt.error === null).toBe(succeeded);
    expect(receiver.requests).toHaveLength(1);
  });

  describe("within the timeout", () => {
    beforeAll(() => setTimeoutMs(1_000));
    afterAll(() => setTimeoutMs(ENOUGH_MS));

    test("is not a missing response", async () => {
      receiver.answer = () => ({ hang: "head" });
      const [eventId = ""] = await commitEvents(endpoint.partnerId);
      expect(await drain()).toEqual({ attempted: 1, delivered: 0, failed: 0 });
      const [attempt] = await attemptsOf(eventId);
      expect(attempt).toMatchObject({ succeeded: false, status_code: null, response_body: null });
      expect(attempt.duration_ms).toBeGreaterThan(500);
      expect(attempt.error).toMatch(/\S{2,} \S/);
    });

    test("is not an incomplete response of any status", async () => {
      receiver.answer = () => ({ status: 200, hang: "body", body: "half" });
      const [eventId = ""] = await commitEvents(endpoint.partnerId);
      await drain();
      expect(await deliveryOf(eventId)).toMatchObject({ status: "pending", failures: 1 });
    });
  });
});

describe("a failure", () => {
  test("is retried after each delay, and is permanent after the last one", async () => {
    receiver.answer = () => ({ status: 500, body: "out of order" });
    const [eventId = ""] = await commitEvents(endpoint.partnerId);
    for (const [index, delayS] of RETRY_DELAYS_S.entries()) {
      const beforeMs = Date.now();
      expect(await drain()).toEqual({ attempted: 1, delivered: 0, failed: 0 });
      const delivery = await deliveryOf(eventId);
      expect(delivery).toMatchObject({
        status: "pending",
        attempts: index + 1,
        failures: index + 1,
        lease_id: null,
        completed_at: null,
      });
      const waitsMs = delivery.due_at.getTime() - beforeMs;
      expect(waitsMs).toBeGreaterThan(delayS * 1_000 * 0.9 - 1_000);
      expect(waitsMs).toBeLessThan(delayS * 1_000 * 1.1 + MINUTE_MS);
      expect(await drain()).toMatchObject({ attempted: 0 });
      await makeDue(endpoint.partnerId);
    }
    expect(await drain()).toEqual({ attempted: 1, delivered: 0, failed: 1 });
    expect(await deliveryOf(eventId)).toMatchObject({
      status: "failed",
      attempts: 8,
      failures: 8,
      completed_at: expect.any(Date),
    });
    await makeDue(endpoint.partnerId);
    expect(await drain()).toMatchObject({ attempted: 0 });

    expect(header("x-webhook-attempt")).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
    expect(new Set(header("webhook-id"))).toEqual(new Set([eventId]));
    expect(new Set(receiver.requests.map(({ body }) => body.toString())).size).toBe(1);
    const attempts = await attemptsOf(eventId);
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const attempt of attempts)
      expect(attempt).toMatchObject({ status_code: 500, response_body: "out of order" });
  });

  test("retries with the current URL and secret, and the previous secret", async () => {
    receiver.answer = () => ({ status: 500 });
    const [eventId = ""] = await commitEvents(endpoint.partnerId);
    await drain();
    const moved = await startReceiver();
    try {
      const { secret } = await setTestEndpoint(endpoint.partnerId, moved.url);
      await makeDue(endpoint.partnerId);
      expect(await drain()).toMatchObject({ delivered: 1 });
      expect(receiver.requests).toHaveLength(1);
      const { headers, body } = moved.requests[0] ?? expect.fail();
      const signed = `${eventId}.${headers["webhook-timestamp"]}.${body}`;
      expect(headers["webhook-signature"]).toBe(
        `${standardSignature(secret, signed)} ${standardSignature(endpoint.secret, signed)}`,
      );
      expect(headers["x-webhook-signature"]).toBe(
        createHmac("sha256", secret).update(body).digest("hex"),
      );
      expect((await attemptsOf(eventId)).map(({ url }) => url)).toEqual([receiver.url, moved.url]);
    } finally {
      await moved.close();
    }
  });

  test("the previous secret signs only until its expiry", async () => {
    await setTestEndpoint(endpoint.partnerId, receiver.url);
    await sql(
      "UPDATE webhook_secrets SET expires_at = now() - interval '1 second' WHERE partner_id = $1 AND expires_at IS NOT NULL",
      [endpoint.partnerId],
    );
    await commitEvents(endpoint.partnerId);
    await drain();
    expect(String(header("webhook-signature")[0]).split(" ")).toHaveLength(1);
  });

  test("the current secret and the four newest of many sign", async () => {
    const secrets = [endpoint.secret];
    for (let count = 0; count < 6; count++) {
      // The order of former secrets is that of their ends, which have the difference of two clocks in milliseconds.
      await sleep(20);
      secrets.unshift((await setTestEndpoint(endpoint.partnerId, receiver.url)).secret);
    }
    const [eventId] = await commitEvents(endpoint.partnerId);
    await drain();
    const { headers, body } = receiver.requests[0] ?? expect.fail();
    const signed = `${eventId}.${headers["webhook-timestamp"]}.${body}`;
    const expected = secrets.slice(0, 5).map((secret) => standardSignature(secret, signed));
    expect(headers["webhook-signature"]).toBe(expected.join(" "));
  });
});

describe("events of one resource", () => {
  test("arrive in their order, a debit before its fee", async () => {
    const partner = await makePartner();
    await setTestEndpoint(partner.partnerId, receiver.url);
    const serviceCardId = await makeCard(partner);
    // The first response is slow: a fee event that did not wait would overtake its debit.
    receiver.answer = ({ index }) => (index % 2 === 0 ? { delayMs: 100 } : undefined);
    for (let count = 0; count < 5; count++) {
      const answer = await call(authorize, {
        method: "POST",
        apiKey: partner.apiKey,
        params: { serviceCardId },
        body: { amount: 5, merchantName: "Bazar", merchantCountry: "MX", currency: "MXN" },
      });
      expect(answer.status).toBe(200);
      await drain();
    }
    const kinds = receiver.requests.map(({ body }) => JSON.parse(body.toString()).data.type);
    expect(kinds).toEqual(Array.from({ length: 5 }, () => ["debit", "cross-border"]).flat());
    expect(header("x-webhook-sequence")).toEqual(
      Array.from({ length: 5 }, () => ["1", "2"]).flat(),
    );
  });

  test("do not wait for retries of an earlier event", async () => {
    receiver.answer = ({ index }) => (index === 0 ? { status: 500 } : undefined);
    const eventIds = await commitEvents(endpoint.partnerId, 3, { resourceId: newId("txn") });
    expect(await drain()).toEqual({ attempted: 3, delivered: 2, failed: 0 });
    expect(header("webhook-id")).toEqual(eventIds);
    expect(header("x-webhook-sequence")).toEqual(["1", "2", "3"]);
  });

  test("do not wait for another resource, or another partner's resource of the same id", async () => {
    const resourceId = newId("txn");
    const other = await makeEndpoint(receiver.url);
    const answerSlow = Promise.withResolvers<undefined>();
    receiver.answer = ({ headers }) =>
      headers["webhook-id"] === slow ? answerSlow.promise : undefined;
    const [slow = ""] = await commitEvents(endpoint.partnerId, 1, { resourceId });
    await commitEvents(endpoint.partnerId, 2);
    await commitEvents(other.partnerId, 1, { resourceId });
    const drained = drain();
    await eventually(async () => {
      const deliveries = await deliveriesOf(endpoint.partnerId);
      deliveries.push(...(await deliveriesOf(other.partnerId)));
      const others = deliveries.filter(({ event_id }) => event_id !== slow);
      expect(others.map(({ status }) => status)).toEqual(Array(3).fill("delivered"));
    });
    expect((await deliveryOf(slow)).completed_at).toBeNull();
    answerSlow.resolve(undefined);
    await drained;
  });
});

describe("an endpoint that fails", () => {
  const failing = () => endpointOf(endpoint.partnerId);

  test("counts as failing since its first failure after the last success", async () => {
    await commitEvents(endpoint.partnerId);
    await drain();
    expect(await failing()).toMatchObject({ failing_since: null });
    receiver.answer = () => ({ status: 500 });
    await commitEvents(endpoint.partnerId);
    await drain();
    const { failing_since: since } = await failing();
    expect(Math.abs(since.getTime() - Date.now())).toBeLessThan(MINUTE_MS);
    await commitEvents(endpoint.partnerId);
    await drain();
    expect((await failing()).failing_since).toEqual(since);
    receiver.answer = () => undefined;
    await commitEvents(endpoint.partnerId);
    await drain();
    expect(await failing()).toMatchObject({ failing_since: null, paused_at: null });
  });

  test("gets one delivery at a time until it works again, and then all concurrently", async () => {
    let underWay = 0;
    let most = 0;
    receiver.answer = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve, 20));
      underWay -= 1;
      return { status: 500 };
    };
    await commitEvents(endpoint.partnerId);
    await drain();
    await commitEvents(endpoint.partnerId, 10);
    await drain();
    expect(most).toBe(1);
    // The first success comes alone. The deliveries after it wait for each other, however slow the machine is.
    let isFirst = true;
    receiver.answer = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      if (!isFirst) await expect.poll(() => most).toBeGreaterThan(4);
      isFirst = false;
      underWay -= 1;
      return { status: 200 };
    };
    await makeDue(endpoint.partnerId);
    expect(await drain()).toMatchObject({ delivered: 11 });
    expect(most).toBeGreaterThan(4);
    expect(most).toBeLessThanOrEqual(16);
  });

  const failFor = (seconds: number) =>
    sql(
      "UPDATE webhook_endpoints SET failing_since = now() - $2 * interval '1 second' WHERE partner_id = $1",
      [endpoint.partnerId, seconds],
    );

  test("is paused after five days of only failures", async () => {
    receiver.answer = () => ({ status: 500 });
    await failFor(5 * 86_400 - 60);
    await commitEvents(endpoint.partnerId);
    await drain();
    expect(await failing()).toMatchObject({ paused_at: null });
    await failFor(5 * 86_400 + 1);
    await commitEvents(endpoint.partnerId);
    await drain();
    expect(await failing()).toMatchObject({ paused_at: expect.any(Date) });
  });

  test("gets nothing while paused, and everything afterwards in order", async () => {
    await sql("UPDATE webhook_endpoints SET paused_at = now() WHERE partner_id = $1", [
      endpoint.partnerId,
    ]);
    const resourceId = newId("txn");
    const eventIds = await commitEvents(endpoint.partnerId, 4, { resourceId });
    expect(await drain()).toEqual({ attempted: 0, delivered: 0, failed: 0 });
    expect(await deliveriesOf(endpoint.partnerId)).toHaveLength(4);
    await setTestEndpoint(endpoint.partnerId, receiver.url);
    expect(await drain()).toEqual({ attempted: 4, delivered: 4, failed: 0 });
    expect(header("webhook-id")).toEqual(eventIds);
  });

  test.each([200, 500])(
    "that its partner paused stays paused, although a running attempt gets %d",
    async (status) => {
      await failFor(60);
      receiver.answer = async () => {
        await beginPause(endpoint.partnerId);
        return { status };
      };
      await commitEvents(endpoint.partnerId);
      await drain();
      expect(await failing()).toMatchObject({ failing_since: null, paused_at: expect.any(Date) });
    },
  );

  test("failures at an earlier URL do not affect the newly set one", async () => {
    await failFor(6 * 86_400);
    let reached = () => {};
    const arrived = new Promise<void>((resolve) => {
      reached = resolve;
    });
    receiver.answer = () => {
      reached();
      return { delayMs: 200, status: 500 };
    };
    await commitEvents(endpoint.partnerId);
    const drained = drain();
    await arrived;
    await setTestEndpoint(endpoint.partnerId, `${receiver.url}/new`);
    await drained;
    expect(await failing()).toMatchObject({ failing_since: null, paused_at: null });
  });
});
