import { now } from "@/lib/kernel/clock";
import { deleteEventsBefore } from "./inbox/sql-store";

/** As long as issuers keep their events. */
const KEPT_DAYS = 30;
const DAY_MS = 24 * 3_600_000;
const BATCH = 1_000;
/** The limit of one run; the next run deletes the rest. */
const MAX_BATCHES = 100;

/** Deletes old events of issuers, except those that are still tried, in small batches. */
export async function purgeIssuerEvents(): Promise<{ issuerEvents: number }> {
  const before = new Date(now().getTime() - KEPT_DAYS * DAY_MS);
  let issuerEvents = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const count = await deleteEventsBefore(before, BATCH);
    issuerEvents += count;
    if (count < BATCH) break;
  }
  return { issuerEvents };
}
