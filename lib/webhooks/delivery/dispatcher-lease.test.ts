import "@/test/database";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { awaitNotices } from "@/test/database/await-notices";
import {
  attemptsOf,
  commitEvents,
  deliveriesOf,
  deliveryOf,
  makeDue,
  makeEndpoint,
  type TestEndpoint,
} from "@/test/fixtures/deliveries";
import { endTests, sql } from "@/test/fixtures/make";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { Dispatcher } from "./dispatcher";
import { type PostResult, postWebhook } from "./post-webhook";

/** The events of each delivery that a dispatcher of this process has claimed, and the number of claims. */
const claimed = vi.hoisted((): string[] => []);
const claims = vi.hoisted(() => ({ count: 0 }));
vi.mock("./store", async (original) => {
  const actual = await original<typeof import("./store")>();
  const claimDeliveries: typeof actual.claimDeliveries = async (...of) => {
    const claim = await actual.claimDeliveries(...of);
    claimed.push(...claim.deliveries.map(({ eventId }) => eventId));
    claims.count += 1;
    return claim;
  };
  return { ...actual, claimDeliveries };
});

// So long that no lease or drain ends by itself, however slow the machine is: the tests move the ends of leases.
const LEASE_MS = 120_000;
process.env.WEBHOOK_ALLOW_LOOPBACK = "on";
process.env.WEBHOOK_TIMEOUT_MS = "50000";
process.env.WEBHOOK_LEASE_MS = String(LEASE_MS);

let receiver: Receiver;
let endpoint: TestEndpoint;
const started: Dispatcher[] = [];

/** Starts a dispatcher, as another process would. */
function start(options?: ConstructorParameters<typeof Dispatcher>[0]): Dispatcher {
  const dispatcher = new Dispatcher({ drainMs: LEASE_MS, ...options });
  started.push(dispatcher);
  return dispatcher;
}

/** Starts a dispatcher whose requests end when the test ends them. */
function startHeld() {
  const ends: ((result: Partial<PostResult>) => void)[] = [];
  const post = () =>
    new Promise<PostResult>((resolve) => {
      const startedAt = new Date();
      const failed = {
        succeeded: false,
        statusCode: 500,
        responseBody: "",
        error: "Answered 500.",
      };
      ends.push((result) => resolve({ ...failed, startedAt, durationMs: 1, ...result }));
    });
  return { dispatcher: start({ post }), ends };
}
const SUCCESS = { succeeded: true, statusCode: 200, error: null };

beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(async () => {
  await sql("DELETE FROM webhook_deliveries WHERE status = 'pending'");
  receiver.requests.length = 0;
  receiver.answer = () => undefined;
  endpoint = await makeEndpoint(receiver.url);
  // A dispatcher that learns of a change during a claim returns the deliveries, and claims once more.
  await awaitNotices("endpoint_changed");
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((dispatcher) => dispatcher.stop()));
});
afterAll(async () => {
  await receiver.close();
  await endTests();
});

const idsReceived = () => receiver.requests.map(({ headers }) => headers["webhook-id"]);

describe("several concurrent processes", () => {
  test("send each event once and share the deliveries", async () => {
    const partners = [endpoint];
    while (partners.length < 5) partners.push(await makeEndpoint(receiver.url));
    receiver.answer = () => ({ delayMs: 5 });
    const eventIds: string[] = [];
    for (const { partnerId } of partners) eventIds.push(...(await commitEvents(partnerId, 100)));
    const dispatchers = Array.from({ length: 4 }, () => start());
    const drained = await Promise.all(dispatchers.map((dispatcher) => dispatcher.drain()));
    // A dispatcher that finds nothing leaves the rest to the others.
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.drain()));

    expect(idsReceived().sort()).toEqual([...eventIds].sort());
    expect(drained.filter(({ attempted }) => attempted > 0).length).toBeGreaterThan(1);
    const rows = await sql(
      `SELECT d.status, d.attempts, count(a.id)::int AS recorded FROM webhook_deliveries d
       LEFT JOIN webhook_attempts a ON a.event_id = d.event_id WHERE d.event_id = ANY ($1)
       GROUP BY d.event_id, d.status, d.attempts`,
      [eventIds],
    );
    expect(rows).toHaveLength(500);
    for (const row of rows) expect(row).toEqual({ status: "delivered", attempts: 1, recorded: 1 });
  });

  test("keep the order of a resource's events", async () => {
    receiver.answer = () => ({ delayMs: 10 });
    const eventIds = await commitEvents(endpoint.partnerId, 10, { resourceId: "txn_shared" });
    const dispatchers = [start(), start(), start()];
    while (idsReceived().length < 10)
      await Promise.all(dispatchers.map((dispatcher) => dispatcher.drain()));
    expect(idsReceived()).toEqual(eventIds);
  });
});

describe("a process that crashes while sending", () => {
  test("is replaced by another one when its lease ends, with the same event", async () => {
    const eventIds = await commitEvents(endpoint.partnerId, 3);
    const dead = new Dispatcher({ post: () => new Promise(() => {}) });
    const before = claims.count;
    dead.wake();
    // The next claim, which finds nothing: after the end of the lease it would take the deliveries again.
    await expect.poll(() => claims.count).toBe(before + 2);
    const leased = (await deliveriesOf(endpoint.partnerId)).filter((row) => row.lease_id);
    expect(leased).toHaveLength(3);
    const successor = start();
    expect(await successor.drain()).toMatchObject({ attempted: 0 });
    // As if the time of the lease had passed.
    await sql(
      "UPDATE webhook_deliveries SET due_at = due_at - $2 * interval '1 millisecond' WHERE partner_id = $1",
      [endpoint.partnerId, LEASE_MS],
    );
    expect(await successor.drain()).toEqual({ attempted: 3, delivered: 3, failed: 0 });
    expect(idsReceived().sort()).toEqual(eventIds);
    for (const eventId of eventIds)
      expect(await attemptsOf(eventId)).toMatchObject([{ number: 1, succeeded: true }]);
  });
});

describe("an attempt that outlives its lease", () => {
  /** Creates an attempt in flight in one process whose lease has expired. */
  async function outlived() {
    const [eventId = ""] = await commitEvents(endpoint.partnerId);
    const { dispatcher, ends } = startHeld();
    const before = claims.count;
    const drained = dispatcher.drain();
    await expect.poll(() => ends.length).toBe(1);
    // The next claim, which finds nothing: after the end of the lease it would take the attempt again.
    await expect.poll(() => claims.count).toBe(before + 2);
    await makeDue(endpoint.partnerId);
    const end = async (result: Partial<PostResult>) => {
      ends[0]?.(result);
      await drained;
    };
    return { eventId, dispatcher, ends, end };
  }

  test("a failed attempt that outlived its lease is recorded, and plans no retry besides the new owner's", async () => {
    const { eventId, end } = await outlived();
    receiver.answer = () => ({ status: 503 });
    expect(await start().drain()).toMatchObject({ attempted: 1 });
    const planned = await deliveryOf(eventId);
    expect(planned).toMatchObject({ attempts: 1, failures: 1, status: "pending" });
    await end({});
    const after = await deliveryOf(eventId);
    expect(after).toEqual({ ...planned, attempts: 2 });
    const codes = (await attemptsOf(eventId)).map((row) => [row.number, row.status_code]);
    expect(codes).toEqual([
      [1, 503],
      [2, 500],
    ]);
  });

  test("a failed attempt that outlived its lease leaves the lease to its new owner", async () => {
    const { eventId, end } = await outlived();
    const successor = startHeld();
    const drained = successor.dispatcher.drain();
    await expect.poll(() => successor.ends.length).toBe(1);
    const taken = await deliveryOf(eventId);
    await end({});
    expect(await deliveryOf(eventId)).toEqual({ ...taken, attempts: 1 });
    successor.ends[0]?.(SUCCESS);
    expect(await drained).toMatchObject({ delivered: 1 });
  });

  test("a successful attempt that outlived its lease ends the delivery despite a planned retry", async () => {
    const { eventId, end } = await outlived();
    receiver.answer = () => ({ status: 503 });
    await start().drain();
    await end(SUCCESS);
    expect(await deliveryOf(eventId)).toMatchObject({ status: "delivered", attempts: 2 });
    await makeDue(endpoint.partnerId);
    expect(await start().drain()).toMatchObject({ attempted: 0 });
  });

  test("a failed attempt that outlived its lease does not undo a successful delivery", async () => {
    const { eventId, end } = await outlived();
    await start().drain();
    const delivered = await deliveryOf(eventId);
    await end({});
    expect(await deliveryOf(eventId)).toEqual({ ...delivered, attempts: 2 });
  });

  test("a delivery whose attempt outlives its lease is not sent twice concurrently by the same process, and counts", async () => {
    const { eventId, dispatcher, ends, end } = await outlived();
    dispatcher.wake();
    // The process knows of the second claim; a claim made while it records is another attempt.
    const timesClaimed = () => claimed.filter((id) => id === eventId).length;
    await expect.poll(timesClaimed).toBe(2);
    expect(ends).toHaveLength(1);
    await end({});
    expect(await deliveryOf(eventId)).toMatchObject({ attempts: 1, failures: 1, lease_id: null });
    expect(await attemptsOf(eventId)).toHaveLength(1);
  });
});

describe("an invalid delivery", () => {
  test("a delivery with an unreadable secret fails with an error and stops no other", async () => {
    const other = await makeEndpoint(receiver.url);
    await sql("UPDATE webhook_secrets SET secret_sealed = '1.AAAA' WHERE partner_id = $1", [
      other.partnerId,
    ]);
    const [bad = ""] = await commitEvents(other.partnerId);
    const [good] = await commitEvents(endpoint.partnerId);
    expect(await start().drain()).toEqual({ attempted: 2, delivered: 1, failed: 0 });
    expect(idsReceived()).toEqual([good]);
    expect(await deliveryOf(bad)).toMatchObject({ status: "pending", failures: 1 });
    const [attempt] = await attemptsOf(bad);
    expect(attempt).toMatchObject({ succeeded: false, status_code: null, response_body: null });
    expect(attempt.error).toMatch(/signed.*set the webhook/i);
  });

  test("a delivery without a secret fails with an error and stops no other", async () => {
    await sql("DELETE FROM webhook_secrets WHERE partner_id = $1", [endpoint.partnerId]);
    const [eventId = ""] = await commitEvents(endpoint.partnerId);
    expect(await start().drain()).toEqual({ attempted: 1, delivered: 0, failed: 0 });
    expect((await attemptsOf(eventId))[0].error).toMatch(/signed/);
  });

  test("a delivery with an unstorable response is recorded without it, and the others normally", async () => {
    const post: typeof postWebhook = async (options) => {
      const result = await postWebhook(options);
      return options.headers["webhook-id"] === bad ? { ...result, responseBody: "\0" } : result;
    };
    const [bad = "", good = ""] = await commitEvents(endpoint.partnerId, 2);
    expect(await start({ post }).drain()).toEqual({ attempted: 2, delivered: 2, failed: 0 });
    expect(await attemptsOf(bad)).toMatchObject([{ succeeded: true, response_body: null }]);
    expect(await attemptsOf(good)).toMatchObject([{ succeeded: true, response_body: "ok" }]);
  });

  test("a delivery whose sending throws fails and stops no other", async () => {
    const post: typeof postWebhook = (options) => {
      if (options.headers["webhook-id"] === bad) throw new Error("a fault of ours");
      return postWebhook(options);
    };
    const [bad = "", good = ""] = await commitEvents(endpoint.partnerId, 2);
    expect(await start({ post }).drain()).toEqual({ attempted: 2, delivered: 1, failed: 0 });
    expect(await deliveryOf(bad)).toMatchObject({ status: "pending", failures: 1 });
    expect(await deliveryOf(good)).toMatchObject({ status: "delivered" });
  });
});
