const HOUR_MS = 3_600_000;

/** True if periods with these limits can be read from sums of whole hours. `infinity` has no end. */
export function areFullHours(limits: readonly (Date | "infinity")[]): boolean {
  return limits.every((limit) => limit === "infinity" || limit.getTime() % HOUR_MS === 0);
}
