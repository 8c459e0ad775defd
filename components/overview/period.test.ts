import { expect, test } from "vitest";
import { changeText, periodOf, pointsText } from "./period";

test.each([
  ["", 30, undefined],
  ["days=7", 7, undefined],
  ["days=90", 90, undefined],
  ["days=31", 30, undefined],
  ["days=x", 30, undefined],
  ["from=2026-11-01&to=2026-11-21", 21, "2026-11-21"],
  ["from=2026-11-21&to=2026-11-21", 1, "2026-11-21"],
  ["from=2026-11-22&to=2026-11-21", 30, undefined],
  ["from=2020-01-01&to=2026-11-21", 180, "2026-11-21"],
  ["from=yesterday&to=2026-11-21", 30, undefined],
])("%s is a period of %i days", (search, days, until) => {
  expect(periodOf(new URLSearchParams(search))).toEqual({ days, until });
});

test("a change is a rounded percentage, and none without a number before", () => {
  expect(changeText(112, 100)).toBe("+12%");
  expect(changeText(40, 100)).toBe("−60%");
  expect([changeText(5, 0), changeText(5, 5), changeText(50_000, 1)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("a change below half a percent is none", () => {
  expect(changeText(94.8, 95.1)).toBeUndefined();
});

test("the change of a percentage is in percentage points", () => {
  expect(pointsText(94.8, 95.1)).toBe("−0.3 pp");
  expect(pointsText(96, 95.1)).toBe("+0.9 pp");
  expect(pointsText(95.1, 95.1)).toBeUndefined();
});
