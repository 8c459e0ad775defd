import { describe, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { count, duration, durationSince } from "./words";

describe("texts of the Health page", () => {
  test.each([
    [0, "0 min"],
    [90 * MINUTE_MS, "90 min"],
    [2 * HOUR_MS, "2 h"],
    [47 * HOUR_MS, "47 h"],
    [48 * HOUR_MS, "2 days"],
    [1_500 * 24 * HOUR_MS, "1,500 days"],
  ])("a duration of %i ms is %s", (durationMs, text) => {
    expect(duration(durationMs)).toBe(text);
  });

  test("the time since an instant is a duration, and 0 min without an instant", () => {
    const at = new Date("2026-03-01T12:00:00Z");
    expect(durationSince(new Date("2026-03-01T11:15:00Z"), at)).toBe("45 min");
    expect(durationSince(null, at)).toBe("0 min");
  });

  test("a number has separators of thousands", () => {
    expect(count(1_234_567)).toBe("1,234,567");
  });
});
