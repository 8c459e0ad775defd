import { expect, test } from "vitest";
import { pickSweeps } from "./pick-sweeps";

const picked = (amounts: bigint[], limits: Partial<Parameters<typeof pickSweeps>[1]> = {}) =>
  pickSweeps(
    amounts.map((amountMicroUsd) => ({ amountMicroUsd })),
    { minMicroUsd: 5n, shortMicroUsd: 0n, ...limits },
  ).map(({ amountMicroUsd }) => amountMicroUsd);

test("balances from the minimum on are picked, largest first", () => {
  expect(picked([5n, 4n, 9n, 0n])).toEqual([9n, 5n]);
});

test("empty addresses are never picked", () => {
  expect(picked([0n, 1n], { minMicroUsd: 0n })).toEqual([1n]);
  expect(picked([0n], { shortMicroUsd: 9n })).toEqual([]);
});

test("balances below the minimum are picked until the need is covered", () => {
  expect(picked([1n, 2n, 3n, 4n, 6n], { shortMicroUsd: 11n })).toEqual([6n, 4n, 3n]);
  expect(picked([1n, 2n, 3n, 4n, 6n], { shortMicroUsd: 10n })).toEqual([6n, 4n]);
  expect(picked([1n, 2n], { shortMicroUsd: 100n })).toEqual([2n, 1n]);
});
