import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onEventsCommitted } from "@/lib/kernel/committed-events";
import { dispatcher } from "@/lib/webhooks/delivery/dispatcher";
import {
  commitEvents,
  deliveryOf,
  makeEndpoint,
  type TestEndpoint,
} from "@/test/fixtures/deliveries";
import { endTests, sql } from "@/test/fixtures/make";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { JOBS } from "./jobs";
import { startBackground } from "./start-background";

const SWEEP_MS = 6_000;
process.env.SCHEDULER = "on";
process.env.WEBHOOK_ALLOW_LOOPBACK = "on";
process.env.WEBHOOK_SWEEP_MS = String(SWEEP_MS);

let receiver: Receiver;
let endpoint: TestEndpoint;
let stop: NodeJS.SignalsListener | undefined;

beforeAll(async () => {
  receiver = await startReceiver();
  endpoint = await makeEndpoint(receiver.url);
});
afterAll(async () => {
  onEventsCommitted(undefined);
  await receiver.close();
  await endTests();
});

const arrived = (eventId: string | undefined) =>
  receiver.requests.find(({ headers }) => headers["webhook-id"] === eventId)?.at.getTime();

test("events are sent from the start: earlier ones, new ones, and retries", async () => {
  const [before] = await commitEvents(endpoint.partnerId);
  const others = process.listeners("SIGTERM");
  const startMs = Date.now();
  startBackground(JOBS);
  stop = process.listeners("SIGTERM").find((listener) => !others.includes(listener));
  await expect.poll(() => arrived(before), { interval: 5 }).toBeDefined();

  // Well before the first sweep.
  const [fresh = ""] = await commitEvents(endpoint.partnerId);
  await expect.poll(() => arrived(fresh), { interval: 5 }).toBeDefined();
  expect(Date.now() - startMs).toBeLessThan(SWEEP_MS);

  await expect.poll(async () => (await deliveryOf(fresh)).status).toBe("delivered");
  receiver.requests.length = 0;
  await sql(
    "UPDATE webhook_deliveries SET status = 'pending', due_at = now() WHERE event_id = $1",
    [fresh],
  );
  await expect.poll(() => arrived(fresh)).toBeDefined();
});

test("after the stop signal no event is sent", async () => {
  expect(stop).toBeDefined();
  stop?.("SIGTERM");
  // What was being claimed when the signal came is still sent.
  await dispatcher().stop();
  receiver.requests.length = 0;
  await commitEvents(endpoint.partnerId);
  await new Promise((resolve) => setTimeout(resolve, 1.2 * SWEEP_MS));
  expect(receiver.requests).toHaveLength(0);
});
