import { expect, test } from "vitest";
import { spansOf } from "./spans";

test("days follow one another and fill the period, also where clocks change", () => {
  // Berlin, 24 to 26 October 2026: the second day has 25 hours.
  const period = { from: "2026-10-23T22:00:00.000Z", to: "2026-10-26T23:00:00.000Z" };
  const spans = spansOf(3, period);
  expect(spans[0]?.from).toBe(period.from);
  expect(spans.at(-1)?.to).toBe(period.to);
  for (const [index, { from }] of spans.slice(1).entries()) expect(spans[index]?.to).toBe(from);
  expect(spans[2]).toEqual({ from: "2026-10-25T23:00:00.000Z", to: period.to });
});
