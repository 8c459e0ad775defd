import { expect, test, vi } from "vitest";
import { zonedTime } from "./zoned-time";

test.each([
  ["2026-11-21T23:30:00Z", "UTC", "2026-11-21 23:30:00", "+00:00"],
  ["2026-11-21T23:30:00Z", "Asia/Kathmandu", "2026-11-22 05:15:00", "+05:45"],
  ["2026-11-22T00:00:00Z", "America/Los_Angeles", "2026-11-21 16:00:00", "-08:00"],
])("%s in %s is %s", (at, zone, time, offset) => {
  expect(zonedTime(new Date(at), zone)).toEqual({ time, offset });
});

test("when clocks are put back the offset tells which of two times is meant; put forward, an hour is not there", () => {
  const berlin = (at: string) => Object.values(zonedTime(new Date(at), "Europe/Berlin")).join(" ");
  expect(berlin("2026-10-25T00:30:00Z")).toBe("2026-10-25 02:30:00 +02:00");
  expect(berlin("2026-10-25T01:30:00Z")).toBe("2026-10-25 02:30:00 +01:00");
  expect(berlin("2026-03-29T00:59:59Z")).toBe("2026-03-29 01:59:59 +01:00");
  expect(berlin("2026-03-29T01:00:00Z")).toBe("2026-03-29 03:00:00 +02:00");
});

test("the format of a zone is kept, but not those of all spellings of a zone", () => {
  const zone = "singapore";
  const spelling = (number: number) =>
    zone.replace(/[a-z]/g, (letter, place) =>
      (number >> place) % 2 === 1 ? letter.toUpperCase() : letter,
    );
  const made = vi.spyOn(Intl, "DateTimeFormat");
  const read = (number: number) => zonedTime(new Date("2026-11-22T00:00:00Z"), spelling(number));
  expect(read(0)).toEqual({ time: "2026-11-22 08:00:00", offset: "+08:00" });
  read(0);
  expect(made).toHaveBeenCalledTimes(1);
  for (let number = 1; number <= 200; number++) read(number);
  read(0);
  expect(made).toHaveBeenCalledTimes(202);
  made.mockRestore();
});
