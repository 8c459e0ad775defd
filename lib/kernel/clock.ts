import { simulatedMs } from "./simulated-time";

let offsetMs = 0;

/** The current time for all decisions of the service. */
export function now(): Date {
  return new Date((simulatedMs() ?? Date.now()) + offsetMs);
}

/** Shifts the service's clock, for tests of rules about time. Throws in production. */
export function shiftClock(byMs: number): void {
  if (process.env.NODE_ENV === "production")
    throw new Error("the clock of a running service is not moved");
  offsetMs += byMs;
}
