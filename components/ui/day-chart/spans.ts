/** Two instants; the end is exclusive. */
export interface Span {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;

/**
 * Returns the instants of each of the calendar days of a period. A change of clocks makes one day an hour shorter or
 * longer; the days before the middle are counted from the start and the others from the end.
 */
export function spansOf(dayCount: number, period: Span): Span[] {
  const startMs = Date.parse(period.from);
  const endMs = Date.parse(period.to);
  const at = (index: number) =>
    new Date(
      index <= dayCount / 2 ? startMs + index * DAY_MS : endMs - (dayCount - index) * DAY_MS,
    ).toISOString();
  return Array.from({ length: dayCount }, (_, index) => ({ from: at(index), to: at(index + 1) }));
}
