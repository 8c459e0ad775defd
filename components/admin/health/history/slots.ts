import type { HealthHistory } from "../queries";

export type Point = HealthHistory["components"][number]["points"][number];

/** Returns the points at their places in the range: an interval without a sample is undefined. */
export function slotsOf(
  { from, until, intervalS }: Pick<HealthHistory, "from" | "until" | "intervalS">,
  points: readonly Point[],
): (Point | undefined)[] {
  const startMs = Date.parse(from);
  const intervalMs = intervalS * 1_000;
  const slots: (Point | undefined)[] = new Array(
    Math.round((Date.parse(until) - startMs) / intervalMs),
  ).fill(undefined);
  for (const point of points) {
    const place = Math.round((Date.parse(point.at) - startMs) / intervalMs);
    if (place >= 0 && place < slots.length) slots[place] = point;
  }
  return slots;
}

/** Returns the beginnings of the intervals of a range. */
export function timesOf({
  from,
  until,
  intervalS,
}: Pick<HealthHistory, "from" | "until" | "intervalS">): string[] {
  const startMs = Date.parse(from);
  const intervalMs = intervalS * 1_000;
  return Array.from(
    { length: Math.round((Date.parse(until) - startMs) / intervalMs) },
    (_, place) => new Date(startMs + place * intervalMs).toISOString(),
  );
}

/** Returns the share of the sampled intervals in which the component was not down; undefined without a sample. */
export function uptimeOf(points: readonly Point[]): number | undefined {
  if (points.length === 0) return undefined;
  return points.filter(({ state }) => state !== "down").length / points.length;
}
