import { expect, test } from "vitest";
import { amountValue, optionalAmount, readAmount, typedMicroUsd } from "./amount-text";

test.each([
  ["12", 12],
  [" 1,204.50 ", 1204.5],
  ["1,000,000", 1000000],
  [".5", 0.5],
  ["5.", 5],
  ["5.005", 5.005],
])("%j is %d", (text, value) => {
  expect(readAmount(text)).toBe(value);
});

test.each(["", " ", "-5", "1e3", "1,2", "12,5", "0x10", "5 USD", "NaN", "1.2.3", "."])(
  "%j is not an amount",
  (text) => {
    expect(readAmount(text)).toBeUndefined();
  },
);

test.each([
  "0,500",
  ",500",
  "00,500",
  "1234,500",
  "1.5,000",
  "1.000,500",
  "1,000,50",
  "٥",
  "1 000",
])("%j may mean a decimal comma or is no number: not an amount", (text) => {
  expect(readAmount(text)).toBeUndefined();
});

test("an empty amount is undefined or null, and a text that is not an amount is NaN", () => {
  expect(["1,204.50", " ", "five"].map(amountValue)).toEqual([1204.5, undefined, Number.NaN]);
  expect(["1,204.50", " ", "five"].map(optionalAmount)).toEqual([1204.5, null, Number.NaN]);
});

test("a text that is not an amount adds nothing to a sum shown while typing", () => {
  expect(["1,204.50", "", "five"].map(typedMicroUsd)).toEqual([1_204_500_000n, 0n, 0n]);
});
