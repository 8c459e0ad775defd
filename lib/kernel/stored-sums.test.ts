import { expect, test } from "vitest";
import { storedSums } from "./stored-sums";

const at = (text: string) => new Date(`2026-${text}:00Z`);

test.each([
  [
    "the days of a long period before others that begin within a day",
    [at("03-01T05:00"), at("03-09T05:00"), at("03-10T05:00")],
    at("03-11T05:00"),
    { minutes: 60, daysFrom: at("03-02T00:00"), daysUntil: at("03-09T00:00") },
  ],
  [
    "all days of periods that begin with days of UTC",
    [at("03-01T00:00"), at("03-09T00:00"), at("03-10T00:00")],
    at("03-11T00:00"),
    { minutes: 60, daysFrom: at("03-01T00:00"), daysUntil: at("03-11T00:00") },
  ],
  [
    "days until the clock changes, of days that begin with those of UTC before",
    [at("03-01T00:00"), at("03-28T00:00"), at("03-29T00:00")],
    at("03-29T23:00"),
    { minutes: 60, daysFrom: at("03-01T00:00"), daysUntil: at("03-29T00:00") },
  ],
  [
    "days and quarters of hours of a zone with half hours",
    [at("03-01T18:30"), at("03-09T18:30")],
    at("03-10T18:30"),
    { minutes: 15, daysFrom: at("03-02T00:00"), daysUntil: at("03-09T00:00") },
  ],
  [
    "no days of periods that are as long as a day",
    [at("03-01T05:00"), at("03-02T05:00")],
    at("03-03T05:00"),
    { minutes: 60, daysFrom: at("03-02T00:00"), daysUntil: at("03-02T00:00") },
  ],
  [
    "no day, and nothing after the end, of a period within a day",
    [at("03-01T05:00")],
    at("03-01T07:15"),
    { minutes: 15, daysFrom: at("03-01T07:15"), daysUntil: at("03-01T07:15") },
  ],
])("are %s", (_, starts, until, expected) => {
  expect(storedSums(starts, until)).toEqual(expected);
});

test("without an end are of days up to the last period that begins within a day", () => {
  const starts = [at("03-01T05:00"), at("03-09T05:00")];
  const expected = { minutes: 60, daysFrom: at("03-02T00:00"), daysUntil: at("03-09T00:00") };
  expect(storedSums(starts, "infinity")).toEqual(expected);
  expect(storedSums([at("03-01T00:00")], "infinity").daysUntil).toBe("infinity");
});
