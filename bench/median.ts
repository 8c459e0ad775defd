/** Sorts numbers, the smallest first. */
export const inOrder = (numbers: readonly number[]): number[] =>
  numbers.toSorted((one, other) => one - other);

/** @throws if there are no numbers. */
export function median(numbers: readonly number[]): number {
  const middle = inOrder(numbers)[numbers.length >> 1];
  if (middle === undefined) throw new Error("nothing was measured");
  return middle;
}
