import "@/test/database";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { activeSigner } from "@/lib/chain/keys/active-signer";
import { listener } from "@/lib/db/listener";
import { onEventsCommitted } from "@/lib/kernel/committed-events";
import { beginShutdown } from "@/lib/kernel/shutdown";
import { dispatcher } from "@/lib/webhooks/delivery/dispatcher";
import { onDueEvents } from "@/lib/webhooks/delivery/due-notices";
import {
  commitEvents,
  deliveryOf,
  makeEndpoint,
  type TestEndpoint,
} from "@/test/fixtures/deliveries";
import { endTests, sql } from "@/test/fixtures/make";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { deliverWebhooksJob } from "./jobs";
import { startBackground } from "./start-background";

const SWEEP_MS = 1_000;
process.env.SCHEDULER = "on";
process.env.WEBHOOK_ALLOW_LOOPBACK = "on";
process.env.WEBHOOK_SWEEP_MS = String(SWEEP_MS);

let receiver: Receiver;
let endpoint: TestEndpoint;

beforeAll(async () => {
  receiver = await startReceiver();
  endpoint = await makeEndpoint(receiver.url);
});
afterAll(async () => {
  onEventsCommitted(undefined);
  await receiver.close();
  // The start compares the keys, which must end before the connections.
  await activeSigner();
  await endTests();
});

/** The sweep for retries, held back until the test lets it run. */
const maySweep = Promise.withResolvers<void>();
const sweep = {
  ...deliverWebhooksJob,
  run: () => maySweep.promise.then(() => deliverWebhooksJob.run()),
};

const arrived = (eventId: string | undefined) =>
  receiver.requests.find(({ headers }) => headers["webhook-id"] === eventId)?.at.getTime();

test("events are sent from the start: earlier ones, new ones, and retries", async () => {
  const [before] = await commitEvents(endpoint.partnerId);
  // Without the other jobs, which could still run when the connections are closed.
  startBackground([sweep]);
  await expect.poll(() => arrived(before), { interval: 5 }).toBeDefined();

  // Without the sweep, which still waits.
  const [fresh = ""] = await commitEvents(endpoint.partnerId);
  await expect.poll(() => arrived(fresh), { interval: 5 }).toBeDefined();

  await expect.poll(async () => (await deliveryOf(fresh)).status).toBe("delivered");
  receiver.requests.length = 0;
  await sql(
    "UPDATE webhook_deliveries SET status = 'pending', due_at = now() - interval '1 second' WHERE event_id = $1",
    [fresh],
  );
  maySweep.resolve();
  await expect.poll(() => arrived(fresh)).toBeDefined();
});

test("from the shutdown on no event is sent, but announced to the other processes", async () => {
  const wake = vi.fn();
  const leave = onDueEvents(wake);
  expect(await listener().ready()).toBe(true);
  beginShutdown();
  // Requests that were under way when the signal came still end.
  await dispatcher().stop();
  receiver.requests.length = 0;
  wake.mockClear();
  await commitEvents(endpoint.partnerId);
  await expect.poll(() => wake.mock.calls.length).toBeGreaterThan(0);
  leave();
  await new Promise((resolve) => setTimeout(resolve, 2 * SWEEP_MS));
  expect(receiver.requests).toHaveLength(0);
});
