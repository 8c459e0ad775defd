import { DAY_MS, HOUR_MS } from "./durations";

type Limit = Date | "infinity";

/** Which of the stored sums make up the sums of periods. */
export interface StoredSums {
  /** The length of the sums outside of the whole days: those of hours, if all periods begin and end with one. */
  minutes: 15 | 60;
  /** From this instant, sums of days of UTC are read. */
  daysFrom: Limit;
  /** Until this instant, sums of days of UTC are read. It is not before `daysFrom`. */
  daysUntil: Limit;
}

const isWhole = (limit: Limit, ms: number) => limit === "infinity" || limit.getTime() % ms === 0;
const msOf = (limit: Limit) => (limit === "infinity" ? Number.POSITIVE_INFINITY : limit.getTime());
const limitOf = (ms: number): Limit =>
  ms === Number.POSITIVE_INFINITY ? "infinity" : new Date(ms);

/**
 * Returns which stored sums to read for periods that follow each other. A day of UTC is read as one sum until a period
 * begins within a day: in the long period before an overview, and in all periods of a reader whose days are those of UTC.
 * @param starts the beginning of each period, which is the end of the one before; a full quarter of an hour
 * @param until the end of the last period, a full quarter of an hour too
 */
export function storedSums(starts: readonly Date[], until: Limit): StoredSums {
  const limits = [...starts, until];
  const endMs = msOf(until);
  const fromMs = Math.min(Math.ceil(msOf(limits[0] ?? until) / DAY_MS) * DAY_MS, endMs);
  const first = limits.find((limit) => msOf(limit) > fromMs && !isWhole(limit, DAY_MS));
  const untilMs = Math.floor(msOf(first ?? until) / DAY_MS) * DAY_MS;
  return {
    minutes: limits.every((limit) => isWhole(limit, HOUR_MS)) ? 60 : 15,
    daysFrom: limitOf(fromMs),
    daysUntil: limitOf(Math.max(untilMs, fromMs)),
  };
}
