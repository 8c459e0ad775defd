import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { env } from "@/lib/kernel/env";
import { emit } from "@/lib/webhooks/emit";
import { allDelivered, commitEvents, EVENT_DATA, makeListeningPartner } from "./webhook-events";

const EVENTS = 5_000;
const WARM_UP_EVENTS = 1_000;
const ROUNDS = 3;
const WANTED_RATIO = 0.5;
const POLL_MS = 20;

interface DeliveryScenario {
  name: string;
  partners: number;
}

export const DELIVERIES: readonly DeliveryScenario[] = [
  { name: `Delivery of ${EVENTS} events of one partner`, partners: 1 },
  { name: `Delivery of ${EVENTS} events of 16 partners`, partners: 16 },
];

/** A receiver in a process of its own. */
async function startReceiver(): Promise<{ url: string; stop: () => void }> {
  const child = fork(join(import.meta.dirname, "webhook-receiver.mjs"), { execArgv: [] });
  const [{ port }] = await once(child, "message");
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.disconnect() };
}

/** POSTs per second of as many loops of `fetch` as deliveries are under way at once, with the same body. */
async function measureBare(url: string, concurrency: number, count: number): Promise<number> {
  const at = new Date();
  const event = { partnerId: "", resourceId: "", at, data: EVENT_DATA };
  const { body } = emit({ ...event, type: "card.transaction-event" });
  const headers = { "content-type": "application/json" };
  let sent = 0;
  const loop = async () => {
    while (sent++ < count) await (await fetch(url, { method: "POST", body, headers })).text();
  };
  const startMs = performance.now();
  await Promise.all(Array.from({ length: concurrency }, loop));
  return (count * 1000) / (performance.now() - startMs);
}

/** Asks for deliveries as an outside scheduler does; the server goes on until nothing is due. */
async function startDelivering(baseUrl: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/api/internal/webhooks/deliver`, {
    method: "POST",
    headers: { authorization: `Bearer ${env().CRON_SECRET}` },
  });
  if (!answer.ok) throw new Error(`deliver answered ${answer.status} ${await answer.text()}`);
}

/** Deliveries per second, from the commit of `count` events until each one is recorded as delivered. */
async function measureDelivery(
  client: pg.Client,
  baseUrl: string,
  partnerIds: readonly string[],
  count: number,
): Promise<number> {
  await commitEvents(client, partnerIds, count);
  const startMs = performance.now();
  const delivering = startDelivering(baseUrl);
  // Not only when the route answers: it may be delayed by other work.
  while (!(await allDelivered(client, partnerIds))) await sleep(POLL_MS);
  const perS = (count * 1000) / (performance.now() - startMs);
  await delivering;
  return perS;
}

/** Rounds of deliveries, each between two of the bare loop: the machine is not the same all the time. */
async function measureRounds(client: pg.Client, baseUrl: string, url: string, partners: number) {
  const partnerIds: string[] = [];
  for (let number = 1; number <= partners; number++)
    partnerIds.push(await makeListeningPartner(baseUrl, `Listener ${number}`, url));
  const { WEBHOOK_MAX_IN_FLIGHT, WEBHOOK_MAX_IN_FLIGHT_PER_PARTNER } = env();
  const inFlight = Math.min(WEBHOOK_MAX_IN_FLIGHT, partners * WEBHOOK_MAX_IN_FLIGHT_PER_PARTNER);
  await measureBare(url, inFlight, WARM_UP_EVENTS);
  await measureDelivery(client, baseUrl, partnerIds, WARM_UP_EVENTS);
  const bare = [await measureBare(url, inFlight, EVENTS)];
  const delivery = [];
  for (let round = 0; round < ROUNDS; round++) {
    delivery.push(await measureDelivery(client, baseUrl, partnerIds, EVENTS));
    bare.push(await measureBare(url, inFlight, EVENTS));
  }
  return { inFlight, bare: mean(bare), delivery: mean(delivery) };
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Deliveries beside a bare loop of `fetch` with the same concurrency, body and receiver. */
export async function measureDeliveries(
  superuserUrl: string,
  baseUrl: string,
  scenarios: readonly DeliveryScenario[],
) {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  const receiver = await startReceiver();
  const rows = [];
  try {
    for (const { name, partners } of scenarios) {
      const measured = await measureRounds(client, baseUrl, receiver.url, partners);
      rows.push({
        delivery: name,
        "in flight": measured.inFlight,
        "deliveries/s": Math.round(measured.delivery),
        "bare fetch/s": Math.round(measured.bare),
        ratio: Number((measured.delivery / measured.bare).toFixed(2)),
        wanted: `>= ${WANTED_RATIO}`,
      });
    }
    return rows;
  } finally {
    receiver.stop();
    await client.end();
  }
}
