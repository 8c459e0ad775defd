import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { daysBefore, inBatches } from "@/lib/kernel/in-batches";
import { deleteEventsBefore } from "./inbox/sql-store";

const BATCH = 1_000;

/** Deletes old events of issuers, except those that are still tried, in small batches. */
export async function purgeIssuerEvents(): Promise<{ issuerEvents: number }> {
  const before = daysBefore(now(), env().KEEP_ISSUER_EVENTS_DAYS);
  return { issuerEvents: await inBatches(BATCH, (n) => deleteEventsBefore(before, n)) };
}
