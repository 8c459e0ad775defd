import { now } from "@/lib/kernel/clock";
import type { CheckKind } from "./check";
import { upsertCheck } from "./sql-store";

/** The outcome of a check. */
export interface CheckOutcome<Found> {
  found: Found;
  isSound: boolean;
  /** The stored form of `found`, as JSON. */
  result: unknown;
  /**
   * Closes the alert of a check without faults. Not called for a run that ended after one that began later: that one may have
   * opened the alert.
   */
  closeAlert?: () => Promise<void>;
}

/** Runs a check and stores its result. `personId` is the person who requested it; null for the service itself. */
export async function runCheck<Found>(
  kind: CheckKind,
  personId: string | null,
  look: () => Promise<CheckOutcome<Found>>,
): Promise<Found> {
  const ranAt = now();
  const startMs = performance.now();
  const { found, isSound, result, closeAlert } = await look();
  const durationMs = Math.round(performance.now() - startMs);
  const isNewest = await upsertCheck({ kind, ranAt, durationMs, isSound, result, personId });
  if (isNewest) await closeAlert?.();
  return found;
}
