import { expect, test } from "vitest";
import { monthBeside, monthOf } from "./month";

const of = (search: string, now: string) => monthOf(new URLSearchParams(search), new Date(now));

test("the default is the last completed month in UTC", () => {
  expect(of("", "2026-11-21T00:00:00Z")).toBe("2026-10");
  expect(of("", "2026-01-01T00:30:00+01:00")).toBe("2025-11");
  expect(of("", "2026-01-01T00:00:00Z")).toBe("2025-12");
});

test("the default can be the current month", () => {
  const now = new Date("2026-01-31T23:59:59Z");
  expect(monthOf(new URLSearchParams(), now, 0)).toBe("2026-01");
});

test("an invalid month is ignored", () => {
  expect(of("month=2026-02", "2026-11-21T00:00:00Z")).toBe("2026-02");
  for (const wrong of ["2026-13", "02", "1999-01"])
    expect(of(`month=${wrong}`, "2026-11-21T00:00:00Z")).toBe("2026-10");
});

test("the previous and next month", () => {
  expect(monthBeside("2026-01", -1)).toBe("2025-12");
  expect(monthBeside("2026-12", 1)).toBe("2027-01");
});
