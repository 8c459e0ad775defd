import { now } from "@/lib/kernel/clock";
import { KEPT_DAYS } from "./schema";
import { deleteRequestsBefore } from "./store";

const DAY_MS = 24 * 3_600_000;
const BATCH = 1_000;
/** In one run; what is left goes with the next. */
const MAX_BATCHES = 100;

/** Takes requests out of the log that are older than it is kept, few at a time: nobody waits for the rows. */
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
