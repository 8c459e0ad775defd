import { simulatedMs } from "./simulated-time";

let offsetMs = 0;

/** The current time for all decisions of the service. */
export function now(): Date {
  return new Date((simulatedMs() ?? Date.now()) + offsetMs);
}

/** By how much the service's clock is ahead of the computer's, in milliseconds: exactly 0 unless the time is simulated or shifted. */
export function aheadMs(): number {
  const simulated = simulatedMs();
  return offsetMs + (simulated === undefined ? 0 : simulated - Date.now());
}

/**
 * Whether less than a time has passed since an instant in milliseconds. Not since one in the future: that was noted while the
 * clock was ahead, and would count until the clock has come there again.
 */
export function isWithin(forMs: number, sinceMs: number): boolean {
  const passedMs = now().getTime() - sinceMs;
  return passedMs >= 0 && passedMs < forMs;
}

/** Shifts the service's clock, for tests of rules about time. Throws in production. */
export function shiftClock(byMs: number): void {
  if (process.env.NODE_ENV === "production")
    throw new Error("the clock of a running service is not moved");
  offsetMs += byMs;
}
