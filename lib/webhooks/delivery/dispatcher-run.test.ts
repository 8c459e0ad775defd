import "@/test/database";
import { setTimeout as sleep } from "node:timers/promises";
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
import * as store from "./store";

const MAX_IN_FLIGHT = 4;
process.env.WEBHOOK_ALLOW_LOOPBACK = "on";
process.env.WEBHOOK_MAX_IN_FLIGHT = String(MAX_IN_FLIGHT);

vi.mock("./store", { spy: true });
const claims = vi.mocked(store.claimDeliveries);

let receiver: Receiver;
let endpoint: TestEndpoint;
const started: Dispatcher[] = [];

function start(options?: ConstructorParameters<typeof Dispatcher>[0]): Dispatcher {
  const dispatcher = new Dispatcher(options);
  started.push(dispatcher);
  return dispatcher;
}

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
  vi.clearAllMocks();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((dispatcher) => dispatcher.stop()));
});
afterAll(async () => {
  await receiver.close();
  await endTests();
});

const received = () => receiver.requests.length;

describe("a wake", () => {
  test("sends due deliveries", async () => {
    await commitEvents(endpoint.partnerId, 10);
    start().wake();
    await expect.poll(received).toBe(10);
  });

  test("is one query for any number of concurrent wakes", async () => {
    const dispatcher = start();
    for (let count = 0; count < 1_000; count++) dispatcher.wake();
    await sleep(200);
    expect(claims.mock.calls.length).toBeLessThanOrEqual(2);
  });

  test("a wake of one event costs a few queries, and then none", async () => {
    await commitEvents(endpoint.partnerId);
    await start().drain();
    const { length } = claims.mock.calls;
    expect(length).toBeLessThanOrEqual(5);
    await sleep(200);
    expect(claims.mock.calls).toHaveLength(length);
  });

  test("does not cause a loop while receivers are slow", async () => {
    receiver.answer = () => ({ delayMs: 500 });
    await commitEvents(endpoint.partnerId, MAX_IN_FLIGHT);
    await start().drain();
    // Two rounds, since no partner gets more slots than are free.
    expect(claims.mock.calls.length).toBeLessThan(30);
  });
});

test("an event that waits for an earlier one is sent when the earlier attempt is recorded", async () => {
  const { recordAttempts } = await vi.importActual<typeof store>("./store");
  const mayRecord = Promise.withResolvers<void>();
  vi.mocked(store.recordAttempts).mockImplementationOnce(async (...given) => {
    await mayRecord.promise;
    return recordAttempts(...given);
  });
  await commitEvents(endpoint.partnerId, 2, { resourceId: "txn_1" });
  start().wake();
  await expect.poll(received).toBe(1);
  await sleep(50);
  expect(received()).toBe(1);
  mayRecord.resolve();
  await expect.poll(received).toBe(2);
});

describe("a drain", () => {
  test("is shared by concurrent callers", async () => {
    const eventIds = await commitEvents(endpoint.partnerId, 6);
    const dispatcher = start();
    const drained = await Promise.all([dispatcher.drain(), dispatcher.drain(), dispatcher.drain()]);
    for (const each of drained) expect(each).toEqual({ attempted: 6, delivered: 6, failed: 0 });
    expect(receiver.requests.map(({ headers }) => headers["webhook-id"]).sort()).toEqual(eventIds);
  });

  test("a drain that starts during another one includes earlier commits", async () => {
    receiver.answer = () => ({ delayMs: 50 });
    const dispatcher = start();
    await commitEvents(endpoint.partnerId);
    const first = dispatcher.drain();
    await expect.poll(received).toBe(1);
    await commitEvents(endpoint.partnerId);
    await dispatcher.drain();
    expect(received()).toBe(2);
    await first;
  });

  test("does not wait longer than its limit; the rest continues", async () => {
    const mayAnswer = Promise.withResolvers<void>();
    receiver.answer = async () => {
      await mayAnswer.promise;
      return undefined;
    };
    const eventIds = await commitEvents(endpoint.partnerId, 8);
    const dispatcher = start({ drainMs: 100 });
    expect(await dispatcher.drain()).toMatchObject({ attempted: 0 });
    mayAnswer.resolve();
    // Each drain counts what was recorded during it, so together they count everything once.
    let attempted = 0;
    while (attempted < eventIds.length) attempted += (await dispatcher.drain()).attempted;
    expect(received()).toBe(eventIds.length);
  });

  test("ends immediately if no delivery is due", async () => {
    // Returns although `drain` could wait longer.
    const drained = start({ drainMs: 60_000 }).drain();
    const ended = await Promise.race([drained, sleep(30_000, undefined, { ref: false })]);
    expect(ended).toEqual({ attempted: 0, delivered: 0, failed: 0 });
  });
});

describe("a stop", () => {
  test("waits for running attempts, records them, and starts no others", async () => {
    receiver.answer = () => ({ delayMs: 200 });
    await commitEvents(endpoint.partnerId, 10);
    const dispatcher = start();
    dispatcher.wake();
    await expect.poll(received).toBeGreaterThan(0);
    await dispatcher.stop();
    const sent = received();
    const delivered = (await deliveriesOf(endpoint.partnerId)).filter(
      ({ status }) => status === "delivered",
    );
    expect(delivered).toHaveLength(sent);
    dispatcher.wake();
    expect(await dispatcher.drain()).toEqual({ attempted: 0, delivered: 0, failed: 0 });
    await sleep(100);
    expect(received()).toBe(sent);
    expect(sent).toBeLessThan(10);
  });

  test("sends nothing of a claim that ends after it, and returns it at once", async () => {
    const { claimDeliveries } = await vi.importActual<typeof store>("./store");
    const gate = Promise.withResolvers<void>();
    claims.mockImplementationOnce(async (request) => {
      const claim = await claimDeliveries(request);
      await gate.promise;
      return claim;
    });
    await commitEvents(endpoint.partnerId, 3);
    const dispatcher = start();
    dispatcher.wake();
    await expect.poll(() => claims.mock.calls.length).toBe(1);
    const stopped = dispatcher.stop();
    gate.resolve();
    await stopped;
    expect(received()).toBe(0);
    await start().drain();
    expect(received()).toBe(3);
  });
});

describe("while the database is unreachable", () => {
  /** Makes the database fail for one kind of statement by renaming its table. */
  async function without<T>(table: string, run: () => Promise<T>): Promise<T> {
    await sql(`ALTER TABLE ${table} RENAME TO gone`);
    try {
      return await run();
    } finally {
      await sql(`ALTER TABLE gone RENAME TO ${table}`);
    }
  }

  test("results are kept, sending stops soon, and later all are recorded without a second delivery", async () => {
    const eventIds = await commitEvents(endpoint.partnerId, 30);
    const dispatcher = start();
    await without("webhook_attempts", async () => {
      dispatcher.wake();
      // With fewer unrecorded attempts, the dispatcher would claim the same events again when their leases end.
      await expect.poll(received).toBe(2 * MAX_IN_FLIGHT);
      await makeDue(endpoint.partnerId);
      await sleep(200);
      expect(received()).toBe(2 * MAX_IN_FLIGHT);
    });
    await expect.poll(received).toBe(30);
    await dispatcher.drain();
    expect(receiver.requests.map(({ headers }) => headers["webhook-id"]).sort()).toEqual(eventIds);
    for (const eventId of eventIds)
      expect(await attemptsOf(eventId)).toMatchObject([{ number: 1, succeeded: true }]);
  });

  test("a drain throws, and due deliveries are sent automatically when it is back", async () => {
    const [eventId = ""] = await commitEvents(endpoint.partnerId);
    const dispatcher = start();
    await without("webhook_deliveries", async () => {
      await expect(dispatcher.drain()).rejects.toThrow();
      await sleep(300);
      expect(claims.mock.calls.length).toBeLessThan(12);
    });
    await expect.poll(received).toBe(1);
    await dispatcher.drain();
    expect(await deliveryOf(eventId)).toMatchObject({ status: "delivered" });
  });

  test("a stop abandons the result; the event is sent again when its lease ends", async () => {
    const [eventId = ""] = await commitEvents(endpoint.partnerId);
    await without("webhook_attempts", async () => {
      const dispatcher = start();
      dispatcher.wake();
      await expect.poll(received).toBe(1);
      await dispatcher.stop();
    });
    expect(await deliveryOf(eventId)).toMatchObject({ status: "pending", attempts: 0 });
    await makeDue(endpoint.partnerId);
    await start().drain();
    expect(received()).toBe(2);
    expect(await deliveryOf(eventId)).toMatchObject({ status: "delivered", attempts: 1 });
  });

  test("an attempt that was recorded without a response is not recorded again", async () => {
    vi.mocked(store.recordAttempts).mockImplementationOnce(async (...given) => {
      const { recordAttempts } = await vi.importActual<typeof store>("./store");
      await recordAttempts(...given);
      throw new Error("Connection terminated unexpectedly");
    });
    receiver.answer = () => ({ status: 500 });
    const [eventId = ""] = await commitEvents(endpoint.partnerId);
    await start().drain();
    expect(store.recordAttempts).toHaveBeenCalledTimes(2);
    expect(await attemptsOf(eventId)).toHaveLength(1);
    expect(await deliveryOf(eventId)).toMatchObject({ attempts: 1, failures: 1 });
  });
});
