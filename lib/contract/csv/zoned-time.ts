const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one costs more than using it a thousand times. There are as many as there are zones. */
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
 * An instant as clocks of an IANA zone show it, `2026-10-25 02:30:00`, and how far they are from UTC then, `+02:00`: when
 * they are put back the same time comes twice.
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
