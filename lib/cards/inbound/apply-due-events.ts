import { applyEvent } from "./apply-event";
import { issuerEvents } from "./inbox/sql-store";
import type { StoredEvent } from "./inbox/stored-event";

const BATCH = 20;

async function handle(event: StoredEvent): Promise<boolean> {
  const outcome = await applyEvent(event);
  return outcome === "applied" || outcome === "ignored";
}

/**
 * Applies stored events whose first attempt failed or was cut off, one after the other, in the order in which they are due.
 * A background job.
 */
export async function applyDueEvents(): Promise<{ applied: number; failed: number }> {
  const { succeeded, failed } = await issuerEvents.work({ batch: BATCH, isInOrder: true, handle });
  return { applied: succeeded, failed };
}
