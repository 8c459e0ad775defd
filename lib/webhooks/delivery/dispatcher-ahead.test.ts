import "@/test/database";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { forgetEnv } from "@/lib/kernel/env";
import { commitEvents, deliveriesOf, makeDue, makeEndpoint } from "@/test/fixtures/deliveries";
import { endTests, sql } from "@/test/fixtures/make";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { Dispatcher } from "./dispatcher";

const AT_ONCE = 4;
const EVENTS = 40;
process.env.WEBHOOK_ALLOW_LOOPBACK = "on";
process.env.WEBHOOK_MAX_IN_FLIGHT_PER_PARTNER = String(AT_ONCE);

let receiver: Receiver;
let partnerId: string;
let dispatcher: Dispatcher;
/** Concurrent requests to one receiver, now and at most. */
let underWay = 0;
let most = 0;

beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(async () => {
  await sql("DELETE FROM webhook_deliveries WHERE status = 'pending'");
  receiver.requests.length = 0;
  underWay = 0;
  most = 0;
  ({ partnerId } = await makeEndpoint(receiver.url));
  await sql("UPDATE webhook_endpoints SET last_success_at = now() WHERE partner_id = $1", [
    partnerId,
  ]);
  await commitEvents(partnerId, EVENTS);
  dispatcher = new Dispatcher();
});
afterEach(() => dispatcher.stop());
afterAll(async () => {
  await receiver.close();
  await endTests();
});

test("a working receiver gets at most its slots concurrently, with any number of leased deliveries", async () => {
  receiver.answer = () => {
    underWay += 1;
    most = Math.max(most, underWay);
    setTimeout(() => {
      underWay -= 1;
    }, 5);
    return { delayMs: 10 };
  };
  expect(await dispatcher.drain()).toEqual({ attempted: EVENTS, delivered: EVENTS, failed: 0 });
  expect(most).toBeLessThanOrEqual(AT_ONCE);
  expect(receiver.requests).toHaveLength(EVENTS);
});

test("a receiver that stops responding gets no more leased deliveries, and all of them later", async () => {
  process.env.WEBHOOK_TIMEOUT_MS = "1000";
  forgetEnv();
  receiver.answer = () => ({ hang: "head" });
  dispatcher.wake();
  const attempted = async () =>
    (await deliveriesOf(partnerId)).filter(({ attempts }) => attempts > 0).length;
  await expect.poll(attempted).toBeGreaterThanOrEqual(AT_ONCE);
  const sent = receiver.requests.length;
  // An endpoint that is known to fail gets one request at a time. The one before it may not be recorded yet.
  expect(sent - (await attempted())).toBeLessThanOrEqual(2);

  receiver.answer = () => undefined;
  await dispatcher.stop();
  delete process.env.WEBHOOK_TIMEOUT_MS;
  forgetEnv();
  await makeDue(partnerId);
  dispatcher = new Dispatcher();
  await dispatcher.drain();
  const later = await deliveriesOf(partnerId);
  expect(later.every(({ status }) => status === "delivered")).toBe(true);
});

test("leased deliveries that a stopping process has not sent are sent by the next one at once", async () => {
  receiver.answer = () => ({ delayMs: 300 });
  dispatcher.wake();
  await expect.poll(() => receiver.requests.length).toBeGreaterThan(0);
  await dispatcher.stop();
  const sent = receiver.requests.length;
  expect(sent).toBeLessThan(EVENTS);

  receiver.answer = () => undefined;
  dispatcher = new Dispatcher();
  expect((await dispatcher.drain()).delivered).toBe(EVENTS - sent);
  expect(receiver.requests).toHaveLength(EVENTS);
});
