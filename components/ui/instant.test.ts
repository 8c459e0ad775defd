import { expect, test } from "vitest";
import { exactText, minuteText, relativeText } from "./instant";

const NOW = Date.parse("2026-11-21T12:00:00Z");

test.each([
  ["2026-11-21T12:00:05.000Z", "just now"],
  ["2026-11-21T11:59:01.000Z", "just now"],
  ["2026-11-21T11:59:00.000Z", "1 min ago"],
  ["2026-11-21T11:00:01.000Z", "59 min ago"],
  ["2026-11-21T11:00:00.000Z", "1 h ago"],
  ["2026-11-20T12:00:01.000Z", "23 h ago"],
  ["2026-11-19T12:00:00.000Z", "19 Nov"],
  ["2025-11-19T12:00:00.000Z", "19 Nov 2025"],
  ["2026-11-24T12:00:00.000Z", "24 Nov"],
])("%s reads as %s", (instant, text) => {
  expect(relativeText(instant, { nowMs: NOW, zone: "UTC" })).toBe(text);
});

test("the server renders the day in UTC", () => {
  expect(relativeText("2026-11-20T23:59:59.000Z", undefined)).toBe("20 Nov");
  expect(relativeText("2026-09-05T00:00:00.000Z", undefined)).toBe("5 Sep");
});

test("the exact instant names its zone", () => {
  const instant = "2026-11-21T23:40:07.000Z";
  expect(exactText(instant, undefined)).toBe("21 Nov 2026, 23:40:07 UTC");
  const berlin = { nowMs: NOW, zone: "Europe/Berlin" };
  expect(exactText(instant, berlin)).toBe("22 Nov 2026, 00:40:07 CET");
});

test("a clock decides the day, the minute and the present year in its zone", () => {
  const newYear = Date.parse("2027-01-01T02:00:00Z");
  const before = "2026-12-31T23:30:00.000Z";
  const tokyo = { nowMs: newYear, zone: "Asia/Tokyo" };
  expect(minuteText(before, tokyo)).toBe("1 Jan, 08:30");
  expect(minuteText(before, { nowMs: newYear, zone: "UTC" })).toBe("31 Dec 2026, 23:30");
  const earlier = "2026-12-29T23:30:00.000Z";
  expect(relativeText(earlier, tokyo)).toBe("30 Dec 2026");
  expect(relativeText(earlier, { ...tokyo, zone: "America/Los_Angeles" })).toBe("29 Dec");
});

test("an instant to the minute is in UTC until the reader is known, and names another year", () => {
  expect(minuteText("2026-11-21T09:40:07.000Z", undefined)).toBe("21 Nov, 09:40");
  const local = new Date(2026, 10, 21, 9, 40).toISOString();
  expect(minuteText(local, { nowMs: NOW })).toBe("21 Nov, 09:40");
  const earlier = new Date(2025, 10, 21, 0, 5).toISOString();
  expect(minuteText(earlier, { nowMs: NOW })).toBe("21 Nov 2025, 00:05");
});
