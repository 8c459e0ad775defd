import { inBatches } from "@/lib/kernel/in-batches";
import { deleteRequestsBefore } from "@/lib/request-log/sql-store";
import { deleteKeysBefore, deleteWebhookEventsBefore } from "../retention/store";
import { onConnection } from "./store";

const BATCH = 1_000;

/**
 * Deletes requests, idempotency keys and webhook events from before an instant, in batches. Events that are still delivered and
 * those of the last week stay. The ledger is never deleted. Returns the number of deleted rows by table.
 */
export function deleteArchived(databaseUrl: string, before: Date): Promise<Record<string, number>> {
  const all = (deleteBatch: (maxRows: number) => Promise<number>) =>
    inBatches(BATCH, deleteBatch, Number.POSITIVE_INFINITY);
  return onConnection(databaseUrl, async (ask) => ({
    request_log: await all((n) => deleteRequestsBefore(before, n, ask)),
    webhook_events: await all((n) => deleteWebhookEventsBefore(before, n, ask)),
    idempotency_keys: await deleteKeysBefore(before, ask),
  }));
}
