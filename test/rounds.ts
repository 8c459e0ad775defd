/** Whether this is `npm run test:deep`. */
const isDeep = process.env.TEST_MATRIX === "1";

/**
 * Returns `full` in `npm run test:deep`, and `short` in all other runs. The short matrix finds most errors in a
 * hundredth of the time; only the full one proves what the documentation promises.
 */
export function rounds<T>(short: T, full: T): T {
  return isDeep ? full : short;
}

/** Returns the numbers from 1 to `last`. */
export const upTo = (last: number): number[] =>
  Array.from({ length: last }, (_, index) => index + 1);
