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

/** Formats a day in the reader's zone as `21 Nov`, with the year when it is not the present one. */
function dayText(date: Date, now: Date): string {
  const year = date.getFullYear() === now.getFullYear() ? {} : { year: "numeric" as const };
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "short", ...year });
}

/**
 * Formats `21 Nov` and `21 Nov 2026, 09:40:07 UTC`. Does not use locale data, which differs between JavaScript engines:
 * the server's text and the browser's first text must be the same.
 */
function utcTexts(date: Date): { day: string; exact: string } {
  const [, number, month, year, time] = date.toUTCString().split(" ");
  const day = `${Number(number)} ${month}`;
  return { day, exact: `${day} ${year}, ${time} UTC` };
}

/** Formats `21 Nov, 09:40` in UTC. */
const utcMinute = (date: Date) => `${utcTexts(date).day}, ${date.toISOString().slice(11, 16)}`;

/** Formats a day in UTC as `21 Nov`. */
export const utcDayText = (instant: string): string => utcTexts(new Date(instant)).day;

/**
 * Formats the time since an instant, up to a day; otherwise, and for future instants, the day. Without `nowMs` returns
 * the day in UTC, which is the same for every reader.
 */
export function relativeText(instant: string, nowMs: number | undefined): string {
  const date = new Date(instant);
  if (nowMs === undefined) return utcTexts(date).day;
  const agoMs = nowMs - date.getTime();
  if (agoMs < -MINUTE_MS) return dayText(date, new Date(nowMs));
  if (agoMs < MINUTE_MS) return "just now";
  if (agoMs < HOUR_MS) return `${Math.floor(agoMs / MINUTE_MS)} min ago`;
  if (agoMs < DAY_MS) return `${Math.floor(agoMs / HOUR_MS)} h ago`;
  return dayText(date, new Date(nowMs));
}

/** Formats `23 Nov, 02:57` in the reader's zone, with the year when it is not the present one. Without `nowMs` in UTC. */
export function minuteText(instant: string, nowMs: number | undefined): string {
  const date = new Date(instant);
  if (nowMs === undefined) return utcMinute(date);
  const time = date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return `${dayText(date, new Date(nowMs))}, ${time}`;
}

/** Formats an instant to the second with its zone: the reader's, or UTC where the reader is not known. */
export function exactText(instant: string, isReaderKnown: boolean): string {
  const date = new Date(instant);
  return isReaderKnown ? date.toLocaleString("en-GB", EXACT) : utcTexts(date).exact;
}
