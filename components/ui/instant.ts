const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** What the time is for the reader. */
export interface Clock {
  nowMs: number;
  /** The time zone; the browser's when left out. */
  zone?: string | undefined;
}

/** A cache: making a format takes longer than a thousand uses of it. The server has those of many readers' zones. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>();

function formatIn(zone: string | undefined): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    if (formats.size > 99) formats.clear();
    format = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      dateStyle: "short",
      timeStyle: "long",
    });
    formats.set(zone, format);
  }
  return format;
}

/**
 * The parts of an instant in a zone. Takes numbers only from locale data, which differs between JavaScript engines: the
 * server's text and the browser's first text must be the same.
 */
function partsIn(zone: string | undefined, at: Date | number) {
  // 21/11/2026, 09:40:07 UTC
  const parts = formatIn(zone).formatToParts(at);
  const [day, , month, , year, , hour, , minute, , second, , name] = parts.map(
    (part) => part.value,
  );
  return {
    day: `${Number(day)} ${MONTHS[Number(month) - 1]}`,
    year,
    minute: `${hour}:${minute}`,
    second,
    zone: name,
  };
}

/** Formats a day as `21 Nov`, with the year when it is not the present one. Without a clock in UTC and without a year. */
function dayText(date: Date, clock: Clock | undefined): string {
  if (!clock) return partsIn("UTC", date).day;
  const { day, year } = partsIn(clock.zone, date);
  return year === partsIn(clock.zone, clock.nowMs).year ? day : `${day} ${year}`;
}

/** Formats a day in UTC as `21 Nov`. */
export const utcDayText = (instant: string): string => dayText(new Date(instant), undefined);

/**
 * Formats the time since an instant, up to a day; otherwise, and for future instants, the day. Without a clock returns
 * the day in UTC, which is the same for every reader.
 */
export function relativeText(instant: string, clock: Clock | undefined): string {
  const date = new Date(instant);
  if (!clock) return dayText(date, clock);
  const agoMs = clock.nowMs - date.getTime();
  if (agoMs < -MINUTE_MS) return dayText(date, clock);
  if (agoMs < MINUTE_MS) return "just now";
  if (agoMs < HOUR_MS) return `${Math.floor(agoMs / MINUTE_MS)} min ago`;
  if (agoMs < DAY_MS) return `${Math.floor(agoMs / HOUR_MS)} h ago`;
  return dayText(date, clock);
}

/** Formats `23 Nov, 02:57`, with the year when it is not the present one. Without a clock in UTC. */
export function minuteText(instant: string, clock: Clock | undefined): string {
  const date = new Date(instant);
  return `${dayText(date, clock)}, ${partsIn(clock ? clock.zone : "UTC", date).minute}`;
}

/** Formats an instant to the second with its zone; without a clock in UTC. */
export function exactText(instant: string, clock: Clock | undefined): string {
  const { day, year, minute, second, zone } = partsIn(
    clock ? clock.zone : "UTC",
    new Date(instant),
  );
  return `${day} ${year}, ${minute}:${second} ${zone}`;
}
