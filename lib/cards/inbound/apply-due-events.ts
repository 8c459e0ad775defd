import { applyEvent } from "./apply-event";
import { issuerEvents } from "./inbox/sql-store";

const BATCH = 20;

/**
 * Applies stored events whose first attempt failed or was cut off, one after the other, in the order in which they are due.
 * A background job. An event that cannot be read, or is about an unknown card, does not end its run: otherwise events of another
 * programme in the same account would delay ours.
 */
export async function applyDueEvents(): Promise<{ applied: number; failed: number }> {
  const counts = { applied: 0, failed: 0 };
  await issuerEvents.work({
    batch: BATCH,
    isInOrder: true,
    handle: async (event) => {
      const { outcome, isUnreadable = false } = await applyEvent(event);
      const isApplied = outcome === "applied" || outcome === "ignored";
      counts[isApplied ? "applied" : "failed"] += 1;
      if (isUnreadable || outcome === "card_unknown") return undefined;
      return isApplied;
    },
  });
  return counts;
}
