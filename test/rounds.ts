/** Whether this is `npm run test:deep`. */
const isDeep = process.env.TEST_MATRIX === "1";

/**
 * How much of a matrix is run: a part of it with all other tests, by `npm run test:deep` the whole. The whole is what is
 * promised; the part finds most of what breaks, in a hundredth of the time.
 */
export function rounds<T>(short: T, full: T): T {
  return isDeep ? full : short;
}

/** From 1 to `last`. */
export const upTo = (last: number): number[] =>
  Array.from({ length: last }, (_, index) => index + 1);
