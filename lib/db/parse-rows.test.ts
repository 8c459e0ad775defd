import { expect, test } from "vitest";
import { parseRows } from "./parse-rows";

test("amounts become bigints and instants become dates, by their names", () => {
  const text = `[{"id":"a","feeMicroUsd":0,"amountMicroUsd":-1250000,"total":3,"paidAt":null,
    "createdAt":"2026-11-21T10:00:00.123456+02:00"}]`;
  expect(parseRows(text)).toEqual([
    {
      id: "a",
      feeMicroUsd: 0n,
      amountMicroUsd: -1_250_000n,
      total: 3,
      paidAt: null,
      createdAt: new Date("2026-11-21T08:00:00.123Z"),
    },
  ]);
});

test("amounts beyond the precision of a double stay exact, and so do the other values of the row", () => {
  const text = `[{"amountMicroUsd":9007199254740993,"feeMicroUsd":null,"n":1},
    {"amountMicroUsd":-9223372036854775808,"feeMicroUsd":7,"n":2}]`;
  expect(parseRows(text)).toEqual([
    { amountMicroUsd: 9_007_199_254_740_993n, feeMicroUsd: null, n: 1 },
    { amountMicroUsd: -9_223_372_036_854_775_808n, feeMicroUsd: 7n, n: 2 },
  ]);
});

test("an empty page has no rows", () => {
  expect(parseRows("[]")).toEqual([]);
});
