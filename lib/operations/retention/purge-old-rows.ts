import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { daysBefore, inBatches } from "@/lib/kernel/in-batches";
import {
  deleteAttemptsBefore,
  deleteKeysBefore,
  deleteSessionsBefore,
  deleteWebhookEventsBefore,
} from "./store";

const BATCH = 1_000;

/**
 * Deletes idempotency keys, webhook events, sessions and counts of failed sign-ins that are older than the settings keep
 * them. Batches skip rows that another process deletes, so processes share the work. Source: docs/decisions/0119-retention.md
 */
export async function purgeOldRows(): Promise<Record<string, number>> {
  const at = now();
  const settings = env();
  const before = (days: number) => daysBefore(at, days);
  const keptSince = {
    keys: before(settings.KEEP_IDEMPOTENCY_KEYS_DAYS),
    events: before(settings.KEEP_WEBHOOK_EVENTS_DAYS),
    sessions: before(settings.KEEP_SESSIONS_DAYS),
    attempts: before(settings.KEEP_SIGN_IN_ATTEMPTS_DAYS),
  };
  return {
    webhookEvents: await inBatches(BATCH, (n) => deleteWebhookEventsBefore(keptSince.events, n)),
    sessions: await inBatches(BATCH, (n) => deleteSessionsBefore(keptSince.sessions, n)),
    signInAttempts: await inBatches(BATCH, (n) => deleteAttemptsBefore(keptSince.attempts, n)),
    idempotencyKeys: await deleteKeysBefore(keptSince.keys),
  };
}
