import { prisma } from "@/lib/db";
import { writeAudited } from "@/lib/db/write-audited";
import { now } from "@/lib/kernel/clock";
import { MAX_COUNTED, type Total } from "@/lib/kernel/page";

export interface EndpointRow {
  url: string | null;
  events: string[];
  lastSuccessAt: Date | null;
  failingSince: Date | null;
  pausedAt: Date | null;
  /** The numbers of pending deliveries and of recently failed ones. */
  pending: Total;
  failed: Total;
}

/** Whether events can be sent to a partner. */
export interface EndpointFlags {
  isSet: boolean;
  isPaused: boolean;
}

export const canSend = ({ isSet, isPaused }: EndpointFlags) => isSet && !isPaused;

/** The subscription of a partner that has never set one. */
const ALL_EVENTS = ["*"];

export async function setSubscription(partnerId: string, events: string[]): Promise<void> {
  await writeAudited((db) =>
    db.webhookEndpoint.upsert({
      where: { partnerId },
      create: { partnerId, events },
      update: { events },
    }),
  );
}

/** The total of rows that were counted up to MAX_COUNTED + 1. */
export function cappedTotal(counted: number): Total {
  const hasMoreThanTotal = counted > MAX_COUNTED;
  return { total: Math.min(counted, MAX_COUNTED), ...(hasMoreThanTotal && { hasMoreThanTotal }) };
}

/** Counts pending deliveries up to MAX_COUNTED, because an endpoint that is paused for days may have millions. */
async function countPending(partnerId: string): Promise<Total> {
  const db = await prisma();
  const where = { partnerId, status: "pending" };
  const counted = await db.webhookDelivery.count({
    ...{ where, orderBy: { eventId: "desc" }, take: MAX_COUNTED + 1 },
  });
  return cappedTotal(counted);
}

/** Finds a partner's endpoint, with the number of pending deliveries. */
export async function findEndpoint(partnerId: string): Promise<Omit<EndpointRow, "failed">> {
  const db = await prisma();
  const [endpoint, pending] = await Promise.all([
    db.webhookEndpoint.findUnique({ where: { partnerId }, omit: { partnerId: true } }),
    countPending(partnerId),
  ]);
  const none = { url: null, lastSuccessAt: null, failingSince: null, pausedAt: null };
  return { ...(endpoint ?? { ...none, events: ALL_EVENTS }), pending };
}

export async function findEndpointFlags(partnerId: string): Promise<EndpointFlags> {
  const db = await prisma();
  const endpoint = await db.webhookEndpoint.findUnique({
    where: { partnerId },
    select: { url: true, pausedAt: true },
  });
  return { isSet: !!endpoint?.url, isPaused: !!endpoint?.pausedAt };
}

/**
 * Pauses an endpoint at its partner's request. `failing_since` distinguishes this from a pause after failures: here it
 * is null. An endpoint that is paused or not set stays unchanged.
 */
export async function beginPause(partnerId: string): Promise<void> {
  await writeAudited(
    (db) =>
      db.webhookEndpoint.updateMany({
        where: { partnerId, url: { not: null }, pausedAt: null },
        data: { failingSince: null, pausedAt: now() },
      }),
    ({ count }) => count > 0,
  );
}

/** Ends a pause; an endpoint that is not paused stays unchanged. */
export async function endPause(partnerId: string): Promise<void> {
  await writeAudited(
    (db) =>
      db.webhookEndpoint.updateMany({
        where: { partnerId, pausedAt: { not: null } },
        data: { failingSince: null, pausedAt: null },
      }),
    ({ count }) => count > 0,
  );
}
