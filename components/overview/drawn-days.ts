import type { Overview } from "./queries";

/** Fewer days make bars that are wider than a bar should be. */
const FEWEST_DAYS = 7;

/** Whether any number of a day or of a period is not zero. */
export const hasActivity = (numbers: object): boolean =>
  Object.values(numbers).some((value) => typeof value === "number" && value !== 0);

/**
 * Returns the days that the charts draw, and the instants between which they are: the whole period, or for a partner
 * without activity before it the days since the first activity, seven at least.
 */
export function drawnDays({
  days,
  period,
  before,
}: Pick<Overview, "days" | "period" | "before">): Pick<Overview, "days" | "period"> {
  if (hasActivity(before)) return { days, period };
  const first = days.findIndex(hasActivity);
  const start = Math.max(0, Math.min(first === -1 ? 0 : first, days.length - FEWEST_DAYS));
  const from = days[start]?.startsAt ?? period.from;
  return { days: days.slice(start), period: { ...period, from } };
}
