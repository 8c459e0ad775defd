import "@/test/database";
import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { listener } from "@/lib/db/listener";
import { awaitNotices } from "@/test/database/await-notices";
import {
  commitEvents,
  deliveriesOf,
  makeEndpoint,
  setTestEndpoint,
} from "@/test/fixtures/deliveries";
import { endTests, sql } from "@/test/fixtures/make";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { beginPause, endPause } from "../store";
import { Dispatcher } from "./dispatcher";
import * as store from "./store";

const AT_ONCE = 4;
const EVENTS = 40;
process.env.WEBHOOK_ALLOW_LOOPBACK = "on";
process.env.WEBHOOK_MAX_IN_FLIGHT_PER_PARTNER = String(AT_ONCE);
// So long that no held request and no lease ends by itself, however slow the machine is.
process.env.WEBHOOK_TIMEOUT_MS = "100000";
process.env.WEBHOOK_LEASE_MS = "200000";

vi.mock("./store", { spy: true });

let old: Receiver;
let other: Receiver;
let partnerId: string;
let dispatcher: Dispatcher;
/** Receivers respond only after this resolves. */
let answers: PromiseWithResolvers<void>;

beforeAll(async () => {
  [old, other] = [await startReceiver(), await startReceiver()];
});
beforeEach(async () => {
  vi.clearAllMocks();
  await sql("DELETE FROM webhook_deliveries WHERE status = 'pending'");
  answers = Promise.withResolvers();
  const { promise } = answers;
  for (const receiver of [old, other]) {
    receiver.requests.length = 0;
    receiver.answer = async () => void (await promise);
  }
  ({ partnerId } = await makeEndpoint(old.url));
  await sql("UPDATE webhook_endpoints SET last_success_at = now() WHERE partner_id = $1", [
    partnerId,
  ]);
  await commitEvents(partnerId, EVENTS);
  dispatcher = new Dispatcher();
});
afterEach(async () => {
  answers.resolve();
  await dispatcher.stop();
});
afterAll(async () => {
  await Promise.all([old.close(), other.close()]);
  await endTests();
});

const leased = async () =>
  (await deliveriesOf(partnerId)).filter(({ lease_id: lease }) => lease !== null).length;
const idsAt = ({ requests }: Receiver) => requests.map(({ headers }) => headers["webhook-id"]);

const noticesArrived = () => awaitNotices("endpoint_changed");

/** Some events are in flight, and all others are claimed and queued. */
async function takeAll(): Promise<void> {
  await noticesArrived();
  dispatcher.wake();
  await expect.poll(leased).toBe(EVENTS);
  await expect.poll(() => old.requests.length).toBe(AT_ONCE);
}

test("leased deliveries go to the newly set URL with its secret, each event once", async () => {
  await takeAll();
  const { secret } = await setTestEndpoint(partnerId, other.url);
  await noticesArrived();
  answers.resolve();
  await dispatcher.drain();

  expect(old.requests).toHaveLength(AT_ONCE);
  const ids = [...idsAt(old), ...idsAt(other)];
  expect(ids).toHaveLength(EVENTS);
  expect(new Set(ids).size).toBe(EVENTS);
  for (const { headers, body } of other.requests)
    expect(headers["x-webhook-signature"]).toBe(
      createHmac("sha256", secret).update(body).digest("hex"),
    );
});

test("they wait while the endpoint is paused, and are sent when it is resumed", async () => {
  await takeAll();
  await beginPause(partnerId);
  await noticesArrived();
  answers.resolve();
  await dispatcher.drain();
  expect(old.requests).toHaveLength(AT_ONCE);

  await endPause(partnerId);
  await dispatcher.drain();
  expect(new Set(idsAt(old)).size).toBe(EVENTS);
  expect(old.requests).toHaveLength(EVENTS);
});

test("deliveries that are being leased at that moment go to the new URL as well", async () => {
  await noticesArrived();
  const { claimDeliveries } = await vi.importActual<typeof store>("./store");
  vi.mocked(store.claimDeliveries).mockImplementationOnce(async (request) => {
    const claim = await claimDeliveries(request);
    await setTestEndpoint(partnerId, other.url);
    await noticesArrived();
    return claim;
  });
  answers.resolve();
  expect(await dispatcher.drain()).toEqual({ attempted: EVENTS, delivered: EVENTS, failed: 0 });
  expect(old.requests).toHaveLength(0);
});

test("leases of other partners are kept", async () => {
  await takeAll();
  await setTestEndpoint((await makeEndpoint(other.url)).partnerId, other.url);
  await noticesArrived();
  expect(await leased()).toBe(EVENTS);
});

test("a process without a LISTEN connection leases nothing in advance", async () => {
  await noticesArrived();
  const isUp = vi.spyOn(listener(), "isUp", "get").mockReturnValue(false);
  dispatcher.wake();
  await expect.poll(() => old.requests.length).toBe(AT_ONCE);
  expect(await leased()).toBe(AT_ONCE);
  isUp.mockRestore();
});

test("a process that loses its LISTEN connection releases its leases; each event arrives once", async () => {
  await takeAll();
  await sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'listener'`,
  );
  await expect
    .poll(() => vi.mocked(store.returnDeliveries).mock.calls.flat(2).length)
    .toBeGreaterThan(EVENTS / 2);
  answers.resolve();
  await dispatcher.drain();
  expect(new Set(idsAt(old)).size).toBe(EVENTS);
  expect(old.requests).toHaveLength(EVENTS);
});
