import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "@/test/rounds";
import {
  formatUsd,
  MAX_AMOUNT_USD,
  microUsdFromNumber,
  microUsdFromUsd,
  shareOf,
  usdFromMicroUsd,
} from "./money";

/** The number of generated values that are compared with the oracle. Threat 3. */
const RUNS = rounds(10_000, 100_000);

/** The exact micro-USD of a decimal text, by shifting its point six places; null for more than two decimals. */
function oracle(text: string): bigint | null {
  const match = /^(-?)(\d+)(?:\.(\d{0,2})0*)?$/.exec(text);
  if (!match) return null;
  const [, sign, whole = "", cents = ""] = match;
  const micro = BigInt(whole + cents.padEnd(6, "0"));
  return sign ? -micro : micro;
}

describe("microUsdFromNumber", () => {
  test.each([
    [0, 0n],
    [-0, 0n],
    [0.1, 100_000n],
    [0.29, 290_000n],
    [1.1, 1_100_000n],
    [4.35, 4_350_000n],
    [1e1, 10_000_000n],
    [9999.99, 9_999_990_000n],
    [-5.25, -5_250_000n],
    [MAX_AMOUNT_USD, 1_000_000_000_000_000n],
  ])("%d is %d micro-USD", (value, micro) => {
    expect(microUsdFromNumber(value)).toBe(micro);
  });

  test.each([
    0.1 + 0.2,
    5.005,
    1e-7,
    1e308,
    1e21,
    MAX_AMOUNT_USD + 0.01,
    2 ** 53,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.MIN_VALUE,
  ])("%d is refused as inexact", (value) => {
    expect(microUsdFromNumber(value)).toBeNull();
  });

  test("accepts the given number of decimals, up to six", () => {
    expect(microUsdFromNumber(0.000001, 6)).toBe(1n);
    expect(microUsdFromNumber(12.345678, 6)).toBe(12_345_678n);
    expect(microUsdFromNumber(0.0000001, 6)).toBeNull();
  });

  test("every whole number of cents converts exactly in both directions", () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }), (cents) => {
        const value = Number(`${cents}e-2`);
        const micro = microUsdFromNumber(value);
        expect(micro).toBe(BigInt(cents) * 10_000n);
        expect(usdFromMicroUsd(micro ?? -1n)).toBe(value === 0 ? 0 : value);
      }),
      { numRuns: RUNS },
    );
  });

  test("any double is refused or converted exactly", () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const micro = microUsdFromNumber(value);
        if (micro !== null) expect(micro).toBe(oracle(value === 0 ? "0" : String(value)));
      }),
      { numRuns: RUNS },
    );
  });
});

test("usdFromMicroUsd returns the number that prints as the amount", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 1_000_000_000_000_000n }), (micro) => {
      const digits = micro.toString().padStart(7, "0");
      const text = `${digits.slice(0, -6)}.${digits.slice(-6)}`;
      expect(usdFromMicroUsd(micro)).toBe(Number(text));
      expect(Number(usdFromMicroUsd(micro).toFixed(6))).toBe(Number(text));
    }),
    { numRuns: RUNS },
  );
});

test("microUsdFromUsd inverts usdFromMicroUsd to the last digit", () => {
  const amounts = fc.bigInt({ min: -(2n ** 52n), max: 2n ** 52n });
  fc.assert(
    fc.property(amounts, (microUsd) => {
      expect(microUsdFromUsd(usdFromMicroUsd(microUsd))).toBe(microUsd);
    }),
  );
  expect([0.1, 1e-6, 1_000_000_000.000001].map(microUsdFromUsd)).toEqual([
    100_000n,
    1n,
    1_000_000_000_000_001n,
  ]);
});

test.each([
  [0n, "0.00"],
  [1_204_500_000n, "1204.50"],
  [1n, "0.000001"],
  [10_000n, "0.01"],
  [123_400n, "0.1234"],
  [-5_000_000n, "-5.00"],
])("formatUsd(%d) is %s", (micro, text) => {
  expect(formatUsd(micro)).toBe(text);
});

describe("shareOf", () => {
  test.each([
    [50_000_000n, 300, 1_500_000n],
    [160_000n, 300, 0n],
    [170_000n, 300, 10_000n],
    [33_330_000n, 150, 500_000n],
    [10_000_000n, 0, 0n],
    [10_000_000n, 10_000, 10_000_000n],
    [0n, 300, 0n],
  ])("of %d at %d basis points is %d", (amount, bps, share) => {
    expect(shareOf(amount, bps)).toBe(share);
  });

  test("is a whole number of cents, within half a cent of the exact share", () => {
    const amounts = fc.bigInt({ min: 0n, max: 1_000_000_000_000n });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (amount, bps) => {
        const share = shareOf(amount, bps);
        expect(share % 10_000n).toBe(0n);
        const difference = share * 10_000n - amount * BigInt(bps);
        expect(difference <= 50_000_000n && difference > -50_000_000n).toBe(true);
      }),
    );
  });
});
