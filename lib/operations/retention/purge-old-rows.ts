import { requireEqualClocks } from "@/lib/db/require-equal-clocks";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { countBatches, daysBefore } from "@/lib/kernel/in-batches";
import { countInTurn } from "@/lib/kernel/in-turn";
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
  /** Whether a part of the last run failed. Such a run is repeated within seconds. */
  hasFailed: boolean;
  /** When idempotency keys were deleted last. */
  keysAt: Date;
}

const place = () =>
  perProcess(
    "retention",
    (): Place => ({
      eventId: undefined,
      isPartial: false,
      hasFailed: false,
      keysAt: new Date(0),
    }),
  );

/** Whether the last run of this process left rows because its time was over. */
export const leftOldRows = (): boolean => place().isPartial;

/**
 * Deletes idempotency keys, webhook events, sessions and counts of failed sign-ins that are older than the settings keep
 * them. Batches skip rows that another process deletes, so processes share the work. Each part of a run is limited in time;
 * the next run continues. A part that fails keeps no other from being deleted. Throws, and deletes nothing, while the clocks of the
 * database and of this process differ: a payment that is repeated with a deleted key would be made again. Source: docs/decisions/0119-retention.md
 */
export async function purgeOldRows(timeLimitMs?: number): Promise<Record<string, number>> {
  await requireEqualClocks();
  const at = now();
  const settings = env();
  const before = (days: number) => daysBefore(at, days);
  const here = place();
  const keptSince = {
    events: before(settings.KEEP_WEBHOOK_EVENTS_DAYS),
    sessions: before(settings.KEEP_SESSIONS_DAYS),
    attempts: before(settings.KEEP_SIGN_IN_ATTEMPTS_DAYS),
    keys: before(settings.KEEP_IDEMPOTENCY_KEYS_DAYS),
  };
  let hasMore = false;
  const inParts = async (name: string, takeBatch: (maxRows: number) => Promise<number>) => {
    const part = await countBatches(BATCH, takeBatch, timeLimitMs);
    hasMore ||= part.hasMore;
    return { [name]: part.rows };
  };
  const purgeEvents = async () => {
    const events = await purgeWebhookEvents(keptSince.events, {
      afterId: here.eventId,
      timeLimitMs,
    });
    here.eventId = events.nextId;
    hasMore ||= events.nextId !== undefined;
    return { webhookEvents: events.deleted };
  };
  // The keys are read as a whole, which a run that only continues or repeats another one does once a day.
  const areKeysDue = !(here.isPartial || here.hasFailed) || here.keysAt <= before(1);
  const purgeKeys = async () => {
    const idempotencyKeys = areKeysDue ? await deleteKeysBefore(keptSince.keys) : 0;
    if (areKeysDue) here.keysAt = at;
    return { idempotencyKeys };
  };
  here.hasFailed = true;
  try {
    const counts = await countInTurn([
      () => inParts("abandonedDeliveries", (n) => failAbandonedDeliveries(keptSince.events, n)),
      purgeEvents,
      () => inParts("sessions", (n) => deleteSessionsBefore(keptSince.sessions, n)),
      () => inParts("signInAttempts", (n) => deleteAttemptsBefore(keptSince.attempts, n)),
      purgeKeys,
    ]);
    here.hasFailed = false;
    return counts;
  } finally {
    here.isPartial = hasMore;
  }
}
