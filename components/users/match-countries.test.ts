import { expect, test } from "vitest";
import { matchCountries } from "./match-countries";

const COUNTRIES = [
  { code: "CI", name: "Côte d’Ivoire" },
  { code: "DE", name: "Germany" },
  { code: "NE", name: "Niger" },
  { code: "NG", name: "Nigeria" },
  { code: "SE", name: "Sweden" },
  { code: "GB", name: "United Kingdom" },
  { code: "US", name: "United States" },
];
const found = (typed: string) => matchCountries(COUNTRIES, typed).map(({ code }) => code);

test("without a text, all countries are offered in their order", () => {
  expect(found("  ")).toEqual(COUNTRIES.map(({ code }) => code));
});

test("a code is the best match, then names that begin with the text", () => {
  expect(found("ng")).toEqual(["NG", "GB"]);
  expect(found("ne")[0]).toBe("NE");
  expect(found("niger")).toEqual(["NE", "NG"]);
});

test("accents, apostrophes and case are ignored", () => {
  expect(found("COTE D'IV")).toEqual(["CI"]);
});

test("a word within the name and a common other name match", () => {
  expect(found("kingdom")).toEqual(["GB"]);
  expect(found("UK")).toEqual(["GB"]);
  expect(found("usa")).toEqual(["US"]);
  expect(found("ivory")).toEqual(["CI"]);
  expect(found("atlantis")).toEqual([]);
});
