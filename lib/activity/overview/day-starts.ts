/** A calendar day of a time zone, and the instant at which it begins. */
export interface Day {
  /** `2026-11-21` */
  date: string;
  startsAt: Date;
}

/** Returns a function from an instant to the local time of a zone, expressed as if it were UTC. */
function clockOf(timeZone: string): (instantMs: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "iso8601",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (instantMs) => {
    const parts = new Map(format.formatToParts(instantMs).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
    return Date.UTC(
      part("year"),
      part("month") - 1,
      part("day"),
      part("hour"),
      part("minute"),
      part("second"),
    );
  };
}

/** Returns the instant of local midnight; where a clock change skips midnight, the instant of the change. */
function startOf(midnightMs: number, clock: (instantMs: number) => number): number {
  const first = midnightMs - (clock(midnightMs) - midnightMs);
  const second = midnightMs - (clock(first) - first);
  if (clock(first) === midnightMs) return first;
  return clock(second) === midnightMs ? second : Math.max(first, second);
}

/** Returns `count` days of a time zone, oldest first; the last one is the day of `at`, or the date `until` before it. */
export function dayStarts(at: Date, timeZone: string, count: number, until?: string): Day[] {
  const clock = clockOf(timeZone);
  const today = new Date(clock(Math.floor(at.getTime() / 1000) * 1000));
  const todayMs = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
  const last = new Date(until === undefined ? todayMs : Math.min(todayMs, Date.parse(until)));
  return Array.from({ length: count }, (_, index) => {
    const midnightMs = Date.UTC(
      last.getUTCFullYear(),
      last.getUTCMonth(),
      last.getUTCDate() - (count - 1 - index),
    );
    return {
      date: new Date(midnightMs).toISOString().slice(0, 10),
      startsAt: new Date(startOf(midnightMs, clock)),
    };
  });
}
