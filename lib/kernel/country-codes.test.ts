import { expect, test } from "vitest";
import { COUNTRY_CODES } from "@/lib/users/fields";
import { alpha2Of, alpha3Of } from "./country-codes";

test("every country of the contract has an alpha-3 code of its own", () => {
  const codes = [...COUNTRY_CODES].map(alpha3Of);
  for (const code of codes) expect(code).toMatch(/^[A-Z]{3}$/);
  expect(new Set(codes).size).toBe(COUNTRY_CODES.size);
  expect(["NG", "DE", "GB", "US", "CH"].map(alpha3Of)).toEqual(["NGA", "DEU", "GBR", "USA", "CHE"]);
});

test.each(["XX", "", "ng", "NGA"])("%j has none", (text) => {
  expect(() => alpha3Of(text)).toThrow("is no country code");
});

test("the alpha-3 code of every country leads back to it", () => {
  expect([...COUNTRY_CODES].filter((code) => alpha2Of(alpha3Of(code)) !== code)).toEqual([]);
});

test.each([
  ["USA", "US"],
  ["QZZ", "XK"],
  ["ANT", "AN"],
  ["usa", undefined],
  ["US", undefined],
  ["", undefined],
])("%j is the alpha-3 code of %j", (alpha3, alpha2) => expect(alpha2Of(alpha3)).toBe(alpha2));
