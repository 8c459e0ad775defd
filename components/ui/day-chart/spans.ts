/** Two instants; the end is exclusive. */
export interface Span {
  from: string;
  to: string;
}

/** Returns the instants of each day of a period: a day ends when the next one begins, the last one with the period. */
export const spansOf = (days: readonly { startsAt: string }[], { to }: Span): Span[] =>
  days.map(({ startsAt }, index) => ({ from: startsAt, to: days[index + 1]?.startsAt ?? to }));
