import "@/test/database";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { commitEvents, makeEndpoint, type TestEndpoint } from "@/test/fixtures/deliveries";
import { endTests, sql } from "@/test/fixtures/make";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { Dispatcher } from "./dispatcher";
import { postWebhook } from "./post-webhook";

const TIMEOUT_MS = 3_000;
const P99_MS = 2_000;
/** The maximum to all failing receivers: half of the slots, plus the limit of one partner. */
const MOST_TO_FAILING = 128 + 16;
process.env.WEBHOOK_ALLOW_LOOPBACK = "on";
process.env.WEBHOOK_TIMEOUT_MS = String(TIMEOUT_MS);

let healthy: Receiver;
let tarpit: Receiver;
/** Requests in flight to the hanging receivers, as counted by the sender, in total and by URL. */
let underWay = 0;
let most = 0;
const underWayByUrl = new Map<string, number>();
let mostByUrl = 0;
const started: Dispatcher[] = [];

beforeAll(async () => {
  healthy = await startReceiver();
  tarpit = await startReceiver(() => ({ hang: "head" }));
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((dispatcher) => dispatcher.stop()));
  await sql("DELETE FROM webhook_deliveries WHERE status = 'pending'");
  healthy.requests.length = 0;
  tarpit.requests.length = 0;
  most = 0;
  mostByUrl = 0;
});
afterAll(async () => {
  await Promise.all([healthy.close(), tarpit.close()]);
  await endTests();
});

function count(url: string, change: 1 | -1): void {
  underWay += change;
  most = Math.max(most, underWay);
  const ofUrl = (underWayByUrl.get(url) ?? 0) + change;
  underWayByUrl.set(url, ofUrl);
  mostByUrl = Math.max(mostByUrl, ofUrl);
}

const countedPost: typeof postWebhook = async (options) => {
  if (!options.url.startsWith(tarpit.url)) return postWebhook(options);
  count(options.url, 1);
  try {
    return await postWebhook(options);
  } finally {
    count(options.url, -1);
  }
};

function start(): Dispatcher {
  const dispatcher = new Dispatcher({ post: countedPost });
  started.push(dispatcher);
  return dispatcher;
}

/** Creates partners whose receiver accepts a request and never responds, each with `events` due events. */
async function makeTarpits(count: number, events: number): Promise<TestEndpoint[]> {
  const tarpits: TestEndpoint[] = [];
  for (let number = 1; number <= count; number++) {
    const endpoint = await makeEndpoint(`${tarpit.url}/${number}`);
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

/** The 99th percentile of the time from commit to arrival, for events sent one after the other during `forMs`. */
async function p99OfFirstAttempts(
  endpoint: TestEndpoint,
  dispatcher: Dispatcher,
  { forMs }: { forMs: number },
): Promise<number> {
  const committedMs = new Map<string, number>();
  for (const endMs = Date.now() + forMs; Date.now() < endMs; await sleep(25)) {
    const startMs = Date.now();
    const [eventId = ""] = await commitEvents(endpoint.partnerId);
    committedMs.set(eventId, startMs);
    dispatcher.wake();
  }
  await expect.poll(() => healthy.requests.length).toBe(committedMs.size);
  const delaysMs = healthy.requests
    .map(({ headers, at }) => at.getTime() - (committedMs.get(String(headers["webhook-id"])) ?? 0))
    .sort((one, other) => one - other);
  return delaysMs[Math.ceil(delaysMs.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY;
}

describe("with 100 hanging receivers that all have pending events", () => {
  test.each([
    ["that never worked, a new partner", false, false],
    ["that worked until now, a new partner", true, false],
    ["that worked until now, a partner that works", true, true],
  ])("%s is served on time", async (_, tarpitsWorked, healthyWorked) => {
    const tarpits = await makeTarpits(100, 20);
    if (tarpitsWorked) await worked(tarpits);
    const endpoint = await makeEndpoint(healthy.url);
    if (healthyWorked) await worked([endpoint]);
    const dispatcher = start();
    dispatcher.wake();
    await expect.poll(() => tarpit.requests.length).toBeGreaterThanOrEqual(100);
    const p99Ms = await p99OfFirstAttempts(endpoint, dispatcher, { forMs: TIMEOUT_MS + 1_000 });
    expect(p99Ms).toBeLessThan(P99_MS);
    expect(mostByUrl).toBeLessThanOrEqual(16);
    expect(most).toBeLessThanOrEqual(256);
  });
});

test("with more known hanging receivers than slots, a partner is served on time", async () => {
  const tarpits = await makeTarpits(300, 8);
  await worked(tarpits);
  const dispatcher = start();
  dispatcher.wake();
  const failing = async () => {
    const text =
      "SELECT partner_id FROM webhook_endpoints WHERE failing_since IS NOT NULL AND partner_id = ANY ($1)";
    return (await sql(text, [tarpits.map(({ partnerId }) => partnerId)])).length;
  };
  await expect.poll(failing).toBe(300);
  // Requests sent before the endpoints were known to fail end first.
  const isOver = () => underWay <= MOST_TO_FAILING && Math.max(...underWayByUrl.values()) <= 1;
  await expect.poll(isOver).toBe(true);
  most = underWay;
  mostByUrl = 0;
  const endpoint = await makeEndpoint(healthy.url);
  const p99Ms = await p99OfFirstAttempts(endpoint, dispatcher, { forMs: TIMEOUT_MS + 1_000 });
  expect(p99Ms).toBeLessThan(P99_MS);
  expect(mostByUrl).toBe(1);
  expect(most).toBeLessThanOrEqual(MOST_TO_FAILING);
});

test("a partner with many deliveries leaves room for one with few", async () => {
  const busy = await makeEndpoint(healthy.url);
  await commitEvents(busy.partnerId, 1_500);
  const endpoint = await makeEndpoint(`${healthy.url}/little`);
  const dispatcher = start();
  dispatcher.wake();
  await expect.poll(() => healthy.requests.length).toBeGreaterThan(100);
  const before = healthy.requests.length;
  await commitEvents(endpoint.partnerId);
  dispatcher.wake();
  const arrived = () => healthy.requests.findIndex(({ path }) => path.endsWith("/little"));
  await expect.poll(arrived).toBeGreaterThan(0);
  expect(arrived() - before).toBeLessThan(500);
  await dispatcher.drain();
  expect(healthy.requests).toHaveLength(1_501);
});
