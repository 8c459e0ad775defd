import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { countBatches, daysBefore } from "@/lib/kernel/in-batches";
import { perProcess } from "@/lib/kernel/per-process";
import { purgeWebhookEvents } from "./purge-webhook-events";
import {
  deleteAttemptsBefore,
  deleteKeysBefore,
  deleteSessionsBefore,
  failAbandonedDeliveries,
} from "./store";

const BATCH = 1_000;

/** Where the next run continues. */
interface Place {
  /** The id of an event; undefined: at the oldest one. */
  eventId: string | undefined;
  /** Whether the last run left rows because its time was over. */
  isPartial: boolean;
  /** When idempotency keys were deleted last. */
  keysAt: Date;
}

const place = () =>
  perProcess(
    "retention",
    (): Place => ({ eventId: undefined, isPartial: false, keysAt: new Date(0) }),
  );

/** Whether the last run of this process left rows because its time was over. */
export const leftOldRows = (): boolean => place().isPartial;

/**
 * Deletes idempotency keys, webhook events, sessions and counts of failed sign-ins that are older than the settings keep
 * them. Batches skip rows that another process deletes, so processes share the work. Each part of a run is limited in time;
 * the next run continues. Source: docs/decisions/0119-retention.md
 */
export async function purgeOldRows(timeLimitMs?: number): Promise<Record<string, number>> {
  const at = now();
  const settings = env();
  const before = (days: number) => daysBefore(at, days);
  const here = place();
  const batches = (takeBatch: (maxRows: number) => Promise<number>) =>
    countBatches(BATCH, takeBatch, timeLimitMs);
  const keptSince = {
    events: before(settings.KEEP_WEBHOOK_EVENTS_DAYS),
    sessions: before(settings.KEEP_SESSIONS_DAYS),
    attempts: before(settings.KEEP_SIGN_IN_ATTEMPTS_DAYS),
    keys: before(settings.KEEP_IDEMPOTENCY_KEYS_DAYS),
  };
  const abandoned = await batches((n) => failAbandonedDeliveries(keptSince.events, n));
  const events = await purgeWebhookEvents(keptSince.events, {
    afterId: here.eventId,
    timeLimitMs,
  });
  here.eventId = events.nextId;
  const sessions = await batches((n) => deleteSessionsBefore(keptSince.sessions, n));
  const attempts = await batches((n) => deleteAttemptsBefore(keptSince.attempts, n));
  // The keys are read as a whole, which a run that only continues repeats once a day.
  const areKeysDue = !here.isPartial || here.keysAt <= before(1);
  const idempotencyKeys = areKeysDue ? await deleteKeysBefore(keptSince.keys) : 0;
  if (areKeysDue) here.keysAt = at;
  here.isPartial =
    events.nextId !== undefined || [abandoned, sessions, attempts].some(({ hasMore }) => hasMore);
  return {
    abandonedDeliveries: abandoned.rows,
    webhookEvents: events.deleted,
    sessions: sessions.rows,
    signInAttempts: attempts.rows,
    idempotencyKeys,
  };
}
