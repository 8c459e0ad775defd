import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/kernel/durations";
import type { Random } from "./random";

/** The time that the history covers. */
export interface Span {
  /** The start of the first day, UTC. */
  startMs: number;
  /** Everything happens before this time. */
  endMs: number;
  days: number;
}

/** The days before an instant. The last minutes stay empty, because the ids of the present begin there. */
export function spanBefore(nowMs: number, days: number): Span {
  const startMs = Math.floor(nowMs / DAY_MS - days) * DAY_MS;
  return { startMs, endMs: nowMs - 10 * MINUTE_MS, days };
}

const SUNDAY = 0;
const SATURDAY = 6;
const SEASON_DAYS = 30;

/** How busy a day is: the weekend is quiet, Tuesday to Thursday are busiest, and each month has its own swing. */
export function busyness(dayStartMs: number): number {
  const weekday = new Date(dayStartMs).getUTCDay();
  const season = 1 + 0.15 * Math.sin((2 * Math.PI * dayStartMs) / (SEASON_DAYS * DAY_MS));
  if (weekday === SUNDAY) return 0.42 * season;
  if (weekday === SATURDAY) return 0.6 * season;
  return (weekday === 1 || weekday === 5 ? 1.02 : 1.2) * season;
}

/** Purchases by hour of the day, UTC: breakfast, lunch and dinner. */
const HOURS = [1, 1, 0, 0, 1, 2, 4, 8, 9, 7, 6, 8, 10, 8, 6, 6, 7, 9, 10, 9, 7, 5, 3, 2];

/** A time on a day at which people buy. */
export function shoppingTime(random: Random, dayStartMs: number): number {
  const hours = HOURS.map((weight, hour) => ({ weight, hour }));
  const { hour } = random.weighted(hours, ({ weight }) => weight);
  return dayStartMs + hour * HOUR_MS + random.int(0, HOUR_MS - 1);
}

/** A time in the working hours of a day of the span; a weekend's becomes Monday's. */
export function workingTime(random: Random, { startMs, endMs }: Span, day: number): number {
  const weekday = new Date(startMs + day * DAY_MS).getUTCDay();
  const delay = weekday === SATURDAY ? 2 : weekday === SUNDAY ? 1 : 0;
  const atMs =
    startMs +
    (day + delay) * DAY_MS +
    random.int(9 * 60, 17 * 60) * MINUTE_MS +
    random.int(0, 59_999);
  return Math.min(atMs, endMs - random.int(1, 600) * 1_000);
}
