import { LRUCache } from "lru-cache";

/** Far more zones than are in use at once. Each format takes 35 kB, and a zone has thousands of spellings: `eUROPE/berlin`. */
const MAX_FORMATS = 100;
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: MAX_FORMATS });

/** Cached per time zone, because creating a format costs more than a thousand uses. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
      timeZoneName: "longOffset",
    });
    formats.set(timeZone, format);
  }
  return format;
}

/**
 * The local time of an instant in an IANA time zone, `2026-10-25 02:30:00`, and its UTC offset, `+02:00`. The offset
 * distinguishes the two equal local times when clocks are set back.
 */
export function zonedTime(at: Date, timeZone: string): { time: string; offset: string } {
  const parts = formatOf(timeZone).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? "";
  const offset = of("timeZoneName").replace("GMT", "");
  return {
    time: `${of("year")}-${of("month")}-${of("day")} ${of("hour")}:${of("minute")}:${of("second")}`,
    offset: offset === "" ? "+00:00" : offset,
  };
}
