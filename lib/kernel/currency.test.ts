import { expect, test } from "vitest";
import { decimalFromMinor } from "./currency";

test.each<[bigint, string, string]>([
  [1250n, "EUR", "12.50"],
  [1250n, "JPY", "1250"],
  [1250n, "KWD", "1.250"],
  [5n, "USD", "0.05"],
  [5n, "BHD", "0.005"],
  [5n, "ISK", "5"],
  [12_345n, "CLF", "1.2345"],
  [0n, "EUR", "0.00"],
  [-50n, "EUR", "-0.50"],
  [9_007_199_254_740_993n, "VND", "9007199254740993"],
  // Two decimals in ISO 4217, although `Intl` has none.
  [1250n, "RSD", "12.50"],
])("%s in the smallest unit of %s are %s", (amountMinor, currency, decimal) => {
  expect(decimalFromMinor(amountMinor, currency)).toBe(decimal);
});
