import { now } from "@/lib/kernel/clock";
import { KEPT_DAYS } from "./schema";
import { deleteRequestsBefore } from "./sql-store";

const DAY_MS = 24 * 3_600_000;
const BATCH = 1_000;
/** The limit of one run; the next run deletes the rest. */
const MAX_BATCHES = 100;

/** Deletes requests older than the retention period, in small batches, so that no other statement waits for locks. */
export async function purgeRequestLog(): Promise<{ forgotten: number }> {
  const before = new Date(now().getTime() - KEPT_DAYS * DAY_MS);
  let forgotten = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const count = await deleteRequestsBefore(before, BATCH);
    forgotten += count;
    if (count < BATCH) break;
  }
  return { forgotten };
}
