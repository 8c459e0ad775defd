export const ZONE_COOKIE = "zone";

/** A time zone as browsers name it; UTC for anything that is none. */
export function zoneOf(value: string | undefined): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value ?? "UTC" }).resolvedOptions().timeZone;
  } catch {
    return "UTC"; // A RangeError: there is no such zone.
  }
}
