import { now } from "@/lib/kernel/clock";
import type { CheckKind } from "./check";
import { upsertCheck } from "./store";

/** What a check found. */
export interface CheckOutcome<Found> {
  found: Found;
  isSound: boolean;
  /** `found` as it is kept, as JSON. */
  result: unknown;
}

/** Makes a check and keeps what it found. `personId` is who asked for it; null for the service itself. */
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
