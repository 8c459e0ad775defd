import { expect, test } from "vitest";
import { isEarly } from "./is-early";

const answered = { isSearching: false, isBehind: false, active: 0, count: 3 };
const asking = { ...answered, isSearching: true };

test("Enter waits while the first option was found for an earlier text, or while there is none", () => {
  expect(isEarly({ ...asking, isBehind: true })).toBe(true);
  expect(isEarly({ ...asking, count: 0, active: -1 })).toBe(true);
});

test("Enter opens what fits the text, what the arrow keys chose, and anything after the answer", () => {
  expect(isEarly(asking)).toBe(false);
  expect(isEarly({ ...asking, isBehind: true, active: 1 })).toBe(false);
  expect(isEarly(answered)).toBe(false);
  expect(isEarly({ ...answered, count: 0, active: -1 })).toBe(false);
});
