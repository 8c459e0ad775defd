import { expect, test } from "vitest";
import { type Point, slotsOf, timesOf, uptimeOf } from "./slots";

const RANGE = {
  from: "2026-11-21T10:00:00.000Z",
  until: "2026-11-21T12:00:00.000Z",
  intervalS: 1_800,
};
const point = (time: string, state: Point["state"] = "up"): Point => ({
  at: `2026-11-21T${time}:00.000Z`,
  state,
});

test("an interval without a sample is a gap", () => {
  const [second, last] = [point("10:30"), point("11:30", "down")];
  expect(slotsOf(RANGE, [second, last])).toEqual([undefined, second, undefined, last]);
});

test("the times are the beginnings of the intervals, as many as there are places", () => {
  const times = timesOf(RANGE);
  expect(times).toEqual(
    ["10:00", "10:30", "11:00", "11:30"].map((time) => `2026-11-21T${time}:00.000Z`),
  );
  expect(slotsOf(RANGE, [point("11:00")])[times.indexOf("2026-11-21T11:00:00.000Z")]?.state).toBe(
    "up",
  );
});

test("points outside the range have no place", () => {
  expect(slotsOf(RANGE, [point("09:30"), point("12:00")])).toEqual(new Array(4).fill(undefined));
});

test("the uptime counts sampled intervals only, and degraded ones as up", () => {
  expect(uptimeOf([])).toBeUndefined();
  expect(uptimeOf([point("10:00"), point("10:30", "degraded")])).toBe(1);
  expect(uptimeOf([point("10:00"), point("10:30", "down")])).toBe(0.5);
});
