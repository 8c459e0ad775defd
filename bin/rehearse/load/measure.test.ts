import { expect, test } from "vitest";
import { measure, percentile } from "./measure.ts";
import { type Attempt, SUCCESS } from "./operations.ts";

const write = (endedMs: number, outcome = SUCCESS): Attempt => ({
  isWrite: true,
  startedMs: endedMs - 5,
  endedMs,
  outcome,
});

test("the longest pause is between two acknowledged writes; failures and reads do not end it", () => {
  const attempts = [
    ...[90, 110, 120].map((at) => write(at)),
    write(130, "503"),
    { ...write(140), isWrite: false },
    write(420),
    write(430),
    write(900),
  ];
  expect(measure(attempts, 100, 500)).toEqual({
    requests: 6,
    failures: { "503": 1 },
    pauseMs: 300,
    recoveredAfterMs: 320,
    slowestMs: 5,
  });
});

test("a service that does not come back pauses to the end", () => {
  const { pauseMs, failures } = measure([write(101), write(200, "ECONNRESET")], 100, 600);
  expect([pauseMs, failures]).toEqual([499, { ECONNRESET: 1 }]);
});

test("the time before the first success counts too", () => {
  expect(measure([write(350)], 100, 400)).toMatchObject({ pauseMs: 250, recoveredAfterMs: 250 });
});

test("percentiles", () => {
  expect(percentile([4, 1, 3, 2], 0.5)).toBe(3);
  expect(percentile([1, 2], 1)).toBe(2);
  expect(percentile([], 0.5)).toBe(0);
});
