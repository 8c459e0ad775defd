import "@/test/database";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { commitEvents, makeEndpoint, type TestEndpoint } from "@/test/fixtures/deliveries";
import { endTests, sql } from "@/test/fixtures/make";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { Dispatcher } from "./dispatcher";
import { type PostResult, postWebhook } from "./post-webhook";

/** The limits of requests under way in all, and to one partner. */
const SLOTS = 256;
const MOST_PER_PARTNER = 16;
/** The maximum to all failing receivers: half of the slots, plus the limit of one partner. */
const MOST_TO_FAILING = SLOTS / 2 + MOST_PER_PARTNER;
process.env.WEBHOOK_ALLOW_LOOPBACK = "on";

/**
 * The host of receivers that accept a request and never respond. Their requests stay under way until the test ends them
 * as a timeout does, so that no test depends on how fast the machine is.
 */
const TARPIT = "http://127.0.0.1:9";

let healthy: Receiver;
/** The requests to hanging receivers that are under way. */
const hanging = new Set<{ url: string; end: () => void }>();
/** How many of them have ended. */
let ended = 0;
let most = 0;
let mostByUrl = 0;
const started: Dispatcher[] = [];

beforeAll(async () => {
  healthy = await startReceiver();
});
afterEach(async () => {
  const stopped = Promise.all(started.splice(0).map((dispatcher) => dispatcher.stop()));
  endHanging();
  await stopped;
  await sql("DELETE FROM webhook_deliveries WHERE status = 'pending'");
  healthy.requests.length = 0;
  most = 0;
  mostByUrl = 0;
});
afterAll(async () => {
  await healthy.close();
  await endTests();
});

const toUrl = (wanted: string) => [...hanging].filter(({ url }) => url === wanted).length;

function hang(url: string): Promise<PostResult> {
  const startedAt = new Date();
  return new Promise((resolve) => {
    const request = {
      url,
      end: () => {
        hanging.delete(request);
        ended += 1;
        const result = { succeeded: false, statusCode: null, responseBody: null, error: "late" };
        resolve({ ...result, startedAt, durationMs: 1 });
      },
    };
    hanging.add(request);
    most = Math.max(most, hanging.size);
    mostByUrl = Math.max(mostByUrl, toUrl(url));
  });
}

/** Ends all requests to hanging receivers that are under way, as their timeout does. */
function endHanging(): void {
  for (const { end } of [...hanging]) end();
}

const postOrHang: typeof postWebhook = (options) =>
  options.url.startsWith(TARPIT) ? hang(options.url) : postWebhook(options);

function start(post = postOrHang): Dispatcher {
  const dispatcher = new Dispatcher({ post });
  started.push(dispatcher);
  return dispatcher;
}

/** Creates partners whose receiver accepts a request and never responds, each with `events` due events. */
async function makeTarpits(count: number, events: number): Promise<TestEndpoint[]> {
  const tarpits: TestEndpoint[] = [];
  for (let number = 1; number <= count; number++) {
    const endpoint = await makeEndpoint(`${TARPIT}/${number}`);
    await commitEvents(endpoint.partnerId, events);
    tarpits.push(endpoint);
  }
  return tarpits;
}

/** Marks endpoints as having worked until now. */
const worked = (endpoints: readonly TestEndpoint[]) =>
  sql("UPDATE webhook_endpoints SET last_success_at = now() WHERE partner_id = ANY ($1)", [
    endpoints.map(({ partnerId }) => partnerId),
  ]);

/** Waits until no further request to a hanging receiver starts: they have every slot that they get. */
async function untilFull(dispatcher: Dispatcher): Promise<void> {
  let before = -1;
  await expect
    .poll(
      () => {
        dispatcher.wake();
        const isFull = hanging.size > 0 && hanging.size === before;
        before = hanging.size;
        return isFull;
      },
      { interval: 250 },
    )
    .toBe(true);
}

/** Commits events one after the other: each arrives while no request to a hanging receiver ends. */
async function expectServedMeanwhile(
  { partnerId }: TestEndpoint,
  dispatcher: Dispatcher,
  events = 20,
): Promise<void> {
  const endedBefore = ended;
  for (let n = 0; n < events; n++) {
    const arrived = healthy.requests.length;
    const [eventId] = await commitEvents(partnerId);
    dispatcher.wake();
    await expect.poll(() => healthy.requests.length, { interval: 5 }).toBe(arrived + 1);
    expect(healthy.requests.at(-1)?.headers["webhook-id"]).toBe(eventId);
  }
  expect(ended).toBe(endedBefore);
}

describe("with 100 hanging receivers that all have pending events", () => {
  test.each([
    ["that never worked, a new partner", false, false],
    ["that worked until now, a new partner", true, false],
    ["that worked until now, a partner that works", true, true],
  ])("%s waits for none of them", async (_, tarpitsWorked, healthyWorked) => {
    const tarpits = await makeTarpits(100, 20);
    if (tarpitsWorked) await worked(tarpits);
    const endpoint = await makeEndpoint(healthy.url);
    if (healthyWorked) await worked([endpoint]);
    const dispatcher = start();
    // At first nobody knows that they hang. Each time their requests end, more of them are known to fail.
    for (let round = 0; round < 3; round++) {
      await untilFull(dispatcher);
      expect(hanging.size).toBeGreaterThanOrEqual(100);
      await expectServedMeanwhile(endpoint, dispatcher);
      endHanging();
    }
    expect(mostByUrl).toBeLessThanOrEqual(MOST_PER_PARTNER);
    expect(most).toBeLessThanOrEqual(SLOTS);
  });
});

test("with more known hanging receivers than slots, a partner waits for none of them", async () => {
  const tarpits = await makeTarpits(300, 8);
  await worked(tarpits);
  const dispatcher = start();
  const failing = async () => {
    const text =
      "SELECT partner_id FROM webhook_endpoints WHERE failing_since IS NOT NULL AND partner_id = ANY ($1)";
    return (await sql(text, [tarpits.map(({ partnerId }) => partnerId)])).length;
  };
  const endAndCount = async () => {
    endHanging();
    dispatcher.wake();
    return failing();
  };
  await expect.poll(endAndCount).toBe(300);
  // Requests sent before the endpoints were known to fail end first.
  endHanging();
  await untilFull(dispatcher);
  endHanging();
  most = 0;
  mostByUrl = 0;
  const endpoint = await makeEndpoint(healthy.url);
  for (let round = 0; round < 2; round++) {
    await untilFull(dispatcher);
    expect(hanging.size).toBeGreaterThan(SLOTS / 4);
    await expectServedMeanwhile(endpoint, dispatcher);
    endHanging();
  }
  expect(mostByUrl).toBe(1);
  expect(most).toBeLessThanOrEqual(MOST_TO_FAILING);
});

test("a partner with few deliveries waits for none of a partner with many", async () => {
  const busy = await makeEndpoint(`${healthy.url}/busy`);
  await commitEvents(busy.partnerId, 1_500);
  const gate = Promise.withResolvers<void>();
  let held = 0;
  const dispatcher = start(async (options) => {
    if (options.url.endsWith("/busy")) {
      held += 1;
      await gate.promise;
    }
    return postWebhook(options);
  });
  dispatcher.wake();
  await expect.poll(() => held).toBe(MOST_PER_PARTNER);
  const endpoint = await makeEndpoint(`${healthy.url}/little`);
  await expectServedMeanwhile(endpoint, dispatcher, 3);
  expect(held).toBe(MOST_PER_PARTNER);
  gate.resolve();
  await expect.poll(() => healthy.requests.length).toBe(1_503);
});
