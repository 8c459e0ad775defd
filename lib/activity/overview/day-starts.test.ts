import { describe, expect, test } from "vitest";
import { dayStarts } from "./day-starts";

const startsIn = (timeZone: string, at: string, count: number) =>
  dayStarts(new Date(at), timeZone, count).map(
    ({ date, startsAt }) => `${date} ${startsAt.toISOString().replace(".000Z", "")}`,
  );

describe("the days of a time zone", () => {
  test("are those of the time zone, not of the server", () => {
    expect(startsIn("UTC", "2026-11-21T00:00:00Z", 2)).toEqual([
      "2026-11-20 2026-11-20T00:00:00",
      "2026-11-21 2026-11-21T00:00:00",
    ]);
    expect(startsIn("Asia/Tokyo", "2026-11-20T15:00:00Z", 1)).toEqual([
      "2026-11-21 2026-11-20T15:00:00",
    ]);
    expect(startsIn("America/Los_Angeles", "2026-11-21T07:59:59.999Z", 1)).toEqual([
      "2026-11-20 2026-11-20T08:00:00",
    ]);
    expect(startsIn("Asia/Kathmandu", "2026-11-21T12:00:00Z", 1)).toEqual([
      "2026-11-21 2026-11-20T18:15:00",
    ]);
    expect(startsIn("Pacific/Kiritimati", "2026-11-21T12:00:00Z", 1)).toEqual([
      "2026-11-22 2026-11-21T10:00:00",
    ]);
  });

  test("are an hour shorter or longer when clocks are changed", () => {
    expect(startsIn("Europe/Berlin", "2026-10-26T12:00:00Z", 3)).toEqual([
      "2026-10-24 2026-10-23T22:00:00",
      "2026-10-25 2026-10-24T22:00:00",
      "2026-10-26 2026-10-25T23:00:00",
    ]);
    expect(startsIn("America/New_York", "2026-03-09T12:00:00Z", 3)).toEqual([
      "2026-03-07 2026-03-07T05:00:00",
      "2026-03-08 2026-03-08T05:00:00",
      "2026-03-09 2026-03-09T04:00:00",
    ]);
  });

  test("begin when clocks skip midnight where they do", () => {
    expect(startsIn("Asia/Beirut", "2026-03-29T12:00:00Z", 1)).toEqual([
      "2026-03-29 2026-03-28T22:00:00",
    ]);
    expect(startsIn("America/Sao_Paulo", "2018-11-04T12:00:00Z", 1)).toEqual([
      "2018-11-04 2018-11-04T03:00:00",
    ]);
  });

  test("cross months and years, and February", () => {
    const dates = (at: string, count: number) =>
      dayStarts(new Date(at), "UTC", count).map(({ date }) => date);
    expect(dates("2027-01-01T00:00:00Z", 2)).toEqual(["2026-12-31", "2027-01-01"]);
    expect(dates("2028-03-01T00:00:00Z", 2)).toEqual(["2028-02-29", "2028-03-01"]);
    expect(dates("2026-11-21T00:00:00Z", 30)).toHaveLength(30);
  });

  test("begin with a quarter of an hour in every zone, as their money is summed up", () => {
    for (const timeZone of Intl.supportedValuesOf("timeZone"))
      for (const at of ["2026-06-21T12:00:00Z", "2026-12-21T12:00:00Z"])
        for (const { startsAt } of dayStarts(new Date(at), timeZone, 2))
          expect([timeZone, startsAt.getTime() % 900_000]).toEqual([timeZone, 0]);
  });

  test("follow one another in every zone, at most 2 hours more or less than a day apart", () => {
    for (const timeZone of Intl.supportedValuesOf("timeZone")) {
      const days = dayStarts(new Date("2026-11-21T12:00:00Z"), timeZone, 30);
      for (const [index, { startsAt }] of days.entries()) {
        const before = days[index - 1];
        if (!before) continue;
        const hours = (startsAt.getTime() - before.startsAt.getTime()) / 3_600_000;
        expect([timeZone, hours >= 22 && hours <= 26]).toEqual([timeZone, true]);
      }
    }
  });
});
