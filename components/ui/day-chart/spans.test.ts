import { expect, test } from "vitest";
import { dayStarts } from "@/lib/activity/overview/day-starts";
import { spansOf } from "./spans";

test.each([
  // The clocks are put back on the fourth of 30 days, and on the fourth and forward on the 136th of 180.
  ["America/New_York", "2026-11-27T12:00:00Z", 30],
  ["America/New_York", "2027-04-26T12:00:00Z", 180],
  ["Europe/Berlin", "2026-10-26T12:00:00Z", 3],
])(
  "days in %s until %s are from midnight to midnight, also where clocks change",
  (zone, at, count) => {
    const midnight = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeStyle: "medium" });
    const [days, end] = [
      dayStarts(new Date(at), zone, count),
      new Date(Date.parse(at) + 86_400_000),
    ];
    const to = dayStarts(end, zone, 1)[0]?.startsAt.toISOString() ?? "";
    const from = days[0]?.startsAt.toISOString() ?? "";
    const spans = spansOf(
      days.map(({ startsAt }) => ({ startsAt: startsAt.toISOString() })),
      { from, to },
    );
    expect(spans).toHaveLength(count);
    expect([spans[0]?.from, spans.at(-1)?.to]).toEqual([from, to]);
    for (const [index, span] of spans.entries()) {
      expect([index, midnight.format(new Date(span.from))]).toEqual([index, "00:00:00"]);
      expect(span.to).toBe(spans[index + 1]?.from ?? to);
    }
  },
);
