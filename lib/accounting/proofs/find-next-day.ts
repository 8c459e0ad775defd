import { DAY_MS } from "@/lib/kernel/durations";
import { hasJournals } from "./store";

const dayText = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

const isAnyIn = (first: number, end: number) => hasJournals(dayText(first), dayText(end));

/**
 * The first day with a journal, from one day to another, which is left out; undefined when there is none. The days are halved until
 * one is left: the index of entries by time has no order, so that the first entry of years would be searched among all of them.
 */
export async function findNextDay(from: string, until: string): Promise<string | undefined> {
  let first = dayNumber(from);
  let end = dayNumber(until);
  if (first >= end || !(await isAnyIn(first, end))) return undefined;
  while (end - first > 1) {
    const middle = Math.floor((first + end) / 2);
    if (await isAnyIn(first, middle)) end = middle;
    else first = middle;
  }
  return dayText(first);
}
