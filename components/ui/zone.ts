export const ZONE_COOKIE = "zone";

/** Returns a valid time zone name; UTC for any other value. */
export function zoneOf(value: string | undefined): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value ?? "UTC" }).resolvedOptions().timeZone;
  } catch {
    return "UTC"; // A RangeError: the zone does not exist.
  }
}
