import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { daysBefore, inBatches } from "@/lib/kernel/in-batches";
import { deleteRequestsBefore } from "./sql-store";

const BATCH = 1_000;

/** Deletes requests older than the retention period, in small batches, so that no other statement waits for locks. */
export async function purgeRequestLog(): Promise<{ requests: number }> {
  const before = daysBefore(now(), env().KEEP_REQUEST_LOG_DAYS);
  return { requests: await inBatches(BATCH, (n) => deleteRequestsBefore(before, n)) };
}
