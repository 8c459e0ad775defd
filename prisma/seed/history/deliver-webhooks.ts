import { randomUUID } from "node:crypto";
import { prisma } from "@/lib/db";
import { DAY_MS, HOUR_MS } from "@/lib/kernel/durations";
import { newId } from "@/lib/kernel/ids";
import { atSimulatedTime } from "@/lib/kernel/simulated-time";
import type { ClaimedDelivery } from "@/lib/webhooks/delivery/attempt";
import { planRetry, RETRY_DELAYS_S } from "@/lib/webhooks/delivery/plan-retry";
import type { PostResult } from "@/lib/webhooks/delivery/post-webhook";
import { type AttemptRecord, claimDeliveries, recordAttempts } from "@/lib/webhooks/delivery/store";
import { type Random, randomFrom } from "./random";

const SEED = 77;
const MOST = 1_000;
const LEASE_MS = 60_000;
const PAUSE_AFTER_S = 5 * 86_400;
/** The receiver was down for this time, so many days before the end; all other failures are single ones. */
const OUTAGE = { daysAgo: 31, durationMs: 1.5 * HOUR_MS };
const FAILS = 0.02;
const UNAVAILABLE = 503;

interface Receiver {
  random: Random;
  nowMs: number;
  /** When the last attempt of each event ended. */
  endedAtMs: Map<string, number>;
}

const isDown = (atMs: number, nowMs: number) => {
  const fromMs = nowMs - OUTAGE.daysAgo * DAY_MS;
  return atMs >= fromMs && atMs < fromMs + OUTAGE.durationMs;
};

/** When the next attempt takes place: at once, or after the pause that the service plans after failures. */
function attemptTime(
  { random, endedAtMs }: Receiver,
  { eventId, body, failures }: ClaimedDelivery,
): number {
  const lastMs = endedAtMs.get(eventId);
  if (lastMs !== undefined) return lastMs + (planRetry(failures, RETRY_DELAYS_S, random.next) ?? 0);
  const { timestamp } = JSON.parse(body) as { timestamp: string };
  return Date.parse(timestamp) + random.int(40, 400);
}

/** The response of the partner's receiver at a time. */
function answerAt({ random, nowMs }: Receiver, startedAtMs: number): PostResult {
  const succeeded = !isDown(startedAtMs, nowMs) && !random.chance(FAILS);
  const answered = { startedAt: new Date(startedAtMs), durationMs: random.int(38, 240) };
  if (succeeded)
    return { ...answered, succeeded, statusCode: 200, responseBody: "ok", error: null };
  const error = `Response ${UNAVAILABLE}. Respond with a 2xx status after the event is stored.`;
  return {
    ...answered,
    succeeded,
    statusCode: UNAVAILABLE,
    responseBody: "Service Unavailable",
    error,
  };
}

async function attempt(
  receiver: Receiver,
  leaseId: string,
  delivery: ClaimedDelivery,
): Promise<AttemptRecord> {
  const startedAtMs = attemptTime(receiver, delivery);
  const result = answerAt(receiver, startedAtMs);
  receiver.endedAtMs.set(delivery.eventId, startedAtMs + result.durationMs);
  const id = await atSimulatedTime(new Date(startedAtMs), async () => newId("dlv"));
  return { attempt: { id, leaseId, delivery, takenAtMs: performance.now() }, result, retryMs: 0 };
}

/**
 * Delivers the events of the history to a receiver that exists in the history alone: most at once, some after
 * failures. Claims and records are those of the dispatcher; the request in between is left out.
 */
export async function deliverWebhooks(partnerId: string, nowMs: number): Promise<void> {
  const receiver: Receiver = { random: randomFrom(SEED), nowMs, endedAtMs: new Map() };
  for (;;) {
    const leaseId = randomUUID();
    const slots = {
      freeSlots: MOST,
      failingSlots: MOST,
      carefulSlots: MOST,
      slotsPerPartner: MOST,
    };
    const claim = {
      leaseId,
      leaseMs: LEASE_MS,
      ...slots,
      aheadPerPartner: 0,
      inFlightByPartner: {},
    };
    const { deliveries } = await claimDeliveries({ ...claim, at: new Date(nowMs) });
    if (deliveries.length === 0) break;
    const inOrder = deliveries.toSorted((one, other) => (one.eventId < other.eventId ? -1 : 1));
    const records: AttemptRecord[] = [];
    for (const delivery of inOrder) records.push(await attempt(receiver, leaseId, delivery));
    await recordAttempts(records, [], PAUSE_AFTER_S);
  }
  // The receiver ends with the history, so that new events do not fail. The partner sets a URL of its own.
  const db = await prisma();
  await db.webhookEndpoint.updateMany({ where: { partnerId }, data: { url: null, events: ["*"] } });
}
