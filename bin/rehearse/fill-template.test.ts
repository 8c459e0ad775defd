import { expect, test } from "vitest";
import { fillTemplate } from "./fill-template.ts";

const place = (name: string) => `\${${name}}`;

test("every place is filled, also the same one twice", () => {
  const text = `a=${place("A")} b=${place("B_1")} a=${place("A")}`;
  expect(fillTemplate(text, { A: "x", B_1: 5 })).toBe("a=x b=5 a=x");
});

test("a place without a value and a value without a place are refused by name", () => {
  expect(() => fillTemplate(place("A"), {})).toThrow("no value for A");
  expect(() => fillTemplate(place("A"), { A: 1, B: 2 })).toThrow("no place for B");
});

test("what looks like a place of a value is not filled again", () => {
  expect(fillTemplate(place("A"), { A: place("A") })).toBe(place("A"));
});
