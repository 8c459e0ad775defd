const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const EXACT: Intl.DateTimeFormatOptions = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
  timeZoneName: "short",
};

/** A day as `21 Nov`, with its year when it is another one than now's. */
function dayText(date: Date, now: Date, timeZone: string | undefined): string {
  const year = date.getUTCFullYear() === now.getUTCFullYear() ? {} : { year: "numeric" as const };
  const zone = timeZone === undefined ? {} : { timeZone };
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "short", ...year, ...zone });
}

/** How long ago, up to a day; then the day, and the day of what is still to come. Without a `nowMs` the day in UTC, which is the same for every reader. */
export function relativeText(instant: string, nowMs: number | undefined): string {
  const date = new Date(instant);
  if (nowMs === undefined) return dayText(date, date, "UTC");
  const agoMs = nowMs - date.getTime();
  if (agoMs < -MINUTE_MS) return dayText(date, new Date(nowMs), undefined);
  if (agoMs < MINUTE_MS) return "just now";
  if (agoMs < HOUR_MS) return `${Math.floor(agoMs / MINUTE_MS)} min ago`;
  if (agoMs < DAY_MS) return `${Math.floor(agoMs / HOUR_MS)} h ago`;
  return dayText(date, new Date(nowMs), undefined);
}

/** The instant to the second with its zone: the reader's, or UTC where the reader is not known. */
export function exactText(instant: string, isReaderKnown: boolean): string {
  const zone = isReaderKnown ? {} : { timeZone: "UTC" };
  return new Date(instant).toLocaleString("en-GB", { ...EXACT, ...zone });
}
