import { expect, test } from "vitest";
import { fromFieldText, toFieldText } from "./zoned-instant";

test("an instant is converted to the field and back in both zones", () => {
  for (const instant of ["2026-11-21T10:05:09.000Z", "2024-02-29T23:59:59.000Z"])
    for (const zone of ["utc", "local"] as const)
      expect(fromFieldText(toFieldText(instant, zone), zone)).toBe(instant);
});

test("in UTC the field has the hours of UTC, without seconds too", () => {
  expect(toFieldText("2026-11-21T10:05:09.000Z", "utc")).toBe("2026-11-21T10:05:09");
  expect(fromFieldText("2026-11-21T10:05", "utc")).toBe("2026-11-21T10:05:00.000Z");
});

test("an invalid instant is undefined", () => {
  expect(toFieldText("yesterday", "utc")).toBe("");
  for (const zone of ["utc", "local"] as const) {
    expect(fromFieldText("", zone)).toBeUndefined();
    expect(fromFieldText("yesterday", zone)).toBeUndefined();
  }
});
