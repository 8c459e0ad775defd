import { untilDone } from "@/lib/kernel/in-batches";
import { deleteWebhookEventsBefore } from "./store";

/** The events that one statement reads, of which it deletes those that need not stay. */
const BATCH = 1_000;

interface PurgeOptions {
  /** The id at which an earlier call ended. */
  afterId?: string | undefined;
  timeLimitMs?: number | undefined;
  /** Runs the statements on another connection than the pool's. */
  runQuery?: Parameters<typeof deleteWebhookEventsBefore>[2];
}

/**
 * Deletes webhook events from before an instant, except those that stay: prisma/sql/public.purge_webhook_events.sql. Returns
 * their number, and the id at which the next call continues when the time ended before the events.
 */
export async function purgeWebhookEvents(
  before: Date,
  { afterId = "", timeLimitMs, runQuery }: PurgeOptions = {},
): Promise<{ deleted: number; nextId: string | undefined }> {
  let deleted = 0;
  let next: string | null = afterId;
  await untilDone(async () => {
    const batch = await deleteWebhookEventsBefore(
      before,
      { afterId: next ?? "", rows: BATCH },
      runQuery,
    );
    deleted += batch.deleted;
    next = batch.nextId;
    return next !== null;
  }, timeLimitMs);
  return { deleted, nextId: next ?? undefined };
}
