let offsetMs = 0;

/** The time by which the service decides. */
export function now(): Date {
  return new Date(Date.now() + offsetMs);
}

/** Moves the service's clock, for tests of rules about time. */
export function shiftClock(byMs: number): void {
  if (process.env.NODE_ENV === "production")
    throw new Error("the clock of a running service is not moved");
  offsetMs += byMs;
}
