import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/kernel/durations";

/** A number for people: `1,000`. */
export const count = (value: number): string => value.toLocaleString("en-US");

/** A duration in its largest unit of which there are at least two: `90 min`, `47 h`, `3 days`. */
export function duration(durationMs: number): string {
  if (durationMs < 2 * HOUR_MS) return `${Math.round(durationMs / MINUTE_MS)} min`;
  if (durationMs < 2 * DAY_MS) return `${Math.round(durationMs / HOUR_MS)} h`;
  return `${count(Math.round(durationMs / DAY_MS))} days`;
}

/** The time since an instant, as `duration`. */
export const durationSince = (instant: Date | null, at: Date): string =>
  duration(instant === null ? 0 : at.getTime() - instant.getTime());
