import { afterEach, beforeEach, expect, test } from "vitest";
import { dayAt, dayOf, periodWord, startOf } from "./period";

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = "Europe/Berlin";
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test("a day starts and ends at the reader's midnight, of any length", () => {
  expect(startOf("2026-03-29").toISOString()).toBe("2026-03-28T23:00:00.000Z");
  expect(startOf("2026-03-29", 1).toISOString()).toBe("2026-03-29T22:00:00.000Z");
  expect(startOf("2026-10-25", 1).toISOString()).toBe("2026-10-25T23:00:00.000Z");
  expect(startOf("2026-12-31", 1).toISOString()).toBe("2026-12-31T23:00:00.000Z");
});

test("an instant is shown as the reader's day, and an end as the day before it", () => {
  expect(dayOf(new Date("2026-03-28T23:00:00Z"))).toBe("2026-03-29");
  expect(dayAt("2026-03-28T22:59:59Z")).toBe("2026-03-28");
  expect(dayAt("2026-03-29T22:00:00Z", 1)).toBe("2026-03-29");
  expect(dayAt("yesterday")).toBeUndefined();
  expect(dayAt(null)).toBeUndefined();
});

test("a period is named with its first and last day", () => {
  expect(periodWord("2026-11-01", "2026-11-21")).toBe("1 Nov 2026 – 21 Nov 2026");
  expect(periodWord("2026-11-01", "2026-11-01")).toBe("1 Nov 2026");
  expect(periodWord("2026-11-01", undefined)).toBe("since 1 Nov 2026");
  expect(periodWord(undefined, "2026-11-21")).toBe("until 21 Nov 2026");
  expect(periodWord(undefined, undefined)).toBeUndefined();
});
