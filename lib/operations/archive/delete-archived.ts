import { requireEqualClocks } from "@/lib/db/require-equal-clocks";
import { inBatches } from "@/lib/kernel/in-batches";
import { deleteRequestsBefore } from "@/lib/request-log/sql-store";
import { purgeWebhookEvents } from "../retention/purge-webhook-events";
import { deleteKeysBefore } from "../retention/store";
import { onConnection } from "./store";

const BATCH = 1_000;
/** The time limit of a command, which deletes all that there is. */
const ALL = Number.POSITIVE_INFINITY;

/** The instants from which rows are kept, whatever is archived. */
export interface KeptSince {
  requests: Date;
  events: Date;
  keys: Date;
}

const earlier = (one: Date, other: Date) => (one < other ? one : other);

/**
 * Deletes requests, idempotency keys and webhook events from before an instant, in batches, but none from within its
 * retention period: a payment that is repeated with a deleted key would be made again. Events that are still delivered
 * stay, too. The ledger is never deleted. Returns the number of deleted rows by table.
 * @throws Error while the clocks of the database and of this host differ: the periods end by the host's
 */
export function deleteArchived(
  databaseUrl: string,
  before: Date,
  kept: KeptSince,
): Promise<Record<string, number>> {
  const requests = earlier(before, kept.requests);
  const events = earlier(before, kept.events);
  const keys = earlier(before, kept.keys);
  return onConnection(databaseUrl, async (runQuery) => {
    await requireEqualClocks(runQuery);
    return {
      request_log: await inBatches(BATCH, (n) => deleteRequestsBefore(requests, n, runQuery), ALL),
      webhook_events: (await purgeWebhookEvents(events, { runQuery, timeLimitMs: ALL })).deleted,
      idempotency_keys: await deleteKeysBefore(keys, runQuery),
    };
  });
}
