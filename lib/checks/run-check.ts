import { now } from "@/lib/kernel/clock";
import type { CheckKind } from "./check";
import { upsertCheck } from "./sql-store";

/** The outcome of a check. */
export interface CheckOutcome<Found> {
  found: Found;
  isSound: boolean;
  /** The stored form of `found`, as JSON. */
  result: unknown;
}

/** Runs a check and stores its result. `personId` is the person who requested it; null for the service itself. */
export async function runCheck<Found>(
  kind: CheckKind,
  personId: string | null,
  look: () => Promise<CheckOutcome<Found>>,
): Promise<Found> {
  const ranAt = now();
  const startMs = performance.now();
  const { found, isSound, result } = await look();
  const durationMs = Math.round(performance.now() - startMs);
  await upsertCheck({ kind, ranAt, durationMs, isSound, result, personId });
  return found;
}
