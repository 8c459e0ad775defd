import { expect, test } from "vitest";
import { freeNonces, gapNonces } from "./nonces";

const state = (next: number, taken: number[]) => ({
  next: BigInt(next),
  taken: new Set(taken.map(BigInt)),
});

test("new transactions get nonces after those in flight", () => {
  expect(freeNonces(state(7, [7, 8]), 3)).toEqual([9n, 10n, 11n]);
  expect(freeNonces(state(7, []), 0)).toEqual([]);
});
test("a gap before others is taken first", () => {
  expect(freeNonces(state(7, [8, 10]), 3)).toEqual([7n, 9n, 11n]);
});
test("gaps are exactly the nonces that later transactions wait for", () => {
  const gaps = (next: number, taken: number[], filled: number[] = []) =>
    gapNonces({ ...state(next, taken), filled: filled.map(BigInt) });
  expect(gaps(7, [8, 10])).toEqual([7n, 9n]);
  expect(gaps(7, [8, 10], [7])).toEqual([9n]);
  expect(gaps(7, [7, 8])).toEqual([]);
  expect(gaps(7, [])).toEqual([]);
  // Nonces below the next one are mined, whatever is stored.
  expect(gaps(7, [3])).toEqual([]);
});
test("a node that reports an old nonce does not cause thousands of fillers", () => {
  expect(gapNonces({ ...state(0, [5_000]), filled: [] })).toHaveLength(16);
});
