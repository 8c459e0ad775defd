/** How long it is until an instant of the service's clock; negative for one in the past. */
export const msUntil = (at: Date): number => at.getTime() - Date.now();

/** The instant after a number of milliseconds, by the database's clock, which all processes share. */
export const instantAfter = (ms: string) => `(now() + ${ms}::float8 * interval '1 millisecond')`;

/** How many milliseconds pass from one instant of the database to another; null where one of them is null. */
export const msBetween = (from: string, until: string) =>
  `(extract(epoch FROM ${until} - ${from}) * 1000)::float8`;
