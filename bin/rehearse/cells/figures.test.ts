import { describe, expect, test } from "vitest";
import { type Attempt, SUCCESS } from "../load/operations.ts";
import {
  type CellsFigures,
  type FaultFigures,
  firstWriteAfter,
  missedGoals,
  type Observation,
  observe,
} from "./figures.ts";
import { renderFigures } from "./render-figures.ts";

const seen = (changes: Partial<Observation> = {}): Observation => ({
  ...{ requests: 400, failures: {}, pauseMs: 300, recoveredAfterMs: 0, slowestMs: 200 },
  ...{ requestsPerS: 40, p50Ms: 20, p95Ms: 60 },
  ...changes,
});
const fault = (
  changes: Partial<FaultFigures> = {},
  during: Partial<Observation> = {},
): FaultFigures => ({
  name: "kill",
  other: { before: seen(), during: seen(during) },
  own: { ...seen(), failures: { "503": 900 }, requests: 1_000 },
  recoveredAfterMs: 2_400,
  ...changes,
});
const sound: CellsFigures = {
  alone: seen({ p50Ms: 12 }),
  faults: [fault(), fault({ recoveredAfterMs: 3_100 }, { p95Ms: 70 })],
  findings: [{ text: "each key reaches its cell", seen: "`a`, `b`", isMet: true }],
  machine: ["PostgreSQL 17.6"],
  at: new Date("2026-11-26T10:00:00Z"),
};

test("cells of which one did not notice the other's faults miss no goal", () => {
  expect(missedGoals(sound)).toEqual([]);
  const text = renderFigures(sound);
  expect(text).toContain("`b` while `a` had no load: 40 requests/s, p50 12 ms, p95 60 ms.");
  expect(text).toContain("| 2 | 40, 20, 60 | 40, 20, 70 (× 1.00, × 1.17) | 0.3 | none of 800 |");
  expect(text).toContain("| 503 × 1,800 of 2,000 | 2.4, 3.1 |");
  expect(text).toContain("- each key reaches its cell: `a`, `b`");
  expect(text).toContain("All goals were reached.");
});

describe("a missed goal", () => {
  test.each<[string, FaultFigures[], string]>([
    ["nothing was rehearsed", [], "No fault was rehearsed."],
    [
      "a request of the other cell failed meanwhile",
      [fault({}, { failures: { ECONNRESET: 1 } })],
      "kill: requests of the other cell failed: ECONNRESET.",
    ],
    [
      "the other cell had no load",
      [fault({}, { requests: 0 })],
      "kill: the other cell had no requests.",
    ],
    [
      "the other cell became slower in most runs",
      [fault({}, { p50Ms: 31 }), fault({}, { p50Ms: 32 }), fault()],
      "kill: p50 of the other cell was 1.55 times that of before, at most 1.5.",
    ],
    [
      "the cell itself did not come back soon",
      [fault(), fault({ recoveredAfterMs: 10_100 })],
      "kill: the cell wrote again 10.1 s after the repair, at most 10.0.",
    ],
  ])("%s", (_, faults, message) => {
    expect(missedGoals({ ...sound, faults })).toEqual([message]);
    expect(renderFigures({ ...sound, faults })).toContain(`Missed: ${message}`);
  });

  test("something that had to be true is not", () => {
    const findings = [{ text: "the sums are equal", seen: "1 is 2", isMet: false }];
    expect(missedGoals({ ...sound, findings })).toEqual(["the sums are equal: 1 is 2"]);
  });

  test("a run without a single answer before the fault has nothing to compare with", () => {
    const none = seen({ p50Ms: 0, p95Ms: 0 });
    const faults = [fault({ other: { before: none, during: none } })];
    expect(missedGoals({ ...sound, faults })).toHaveLength(2);
  });
});

const attempt = (startedMs: number, endedMs: number, changes: Partial<Attempt> = {}): Attempt => ({
  ...{ isWrite: true, startedMs, endedMs, outcome: SUCCESS },
  ...changes,
});

test("a cell is observed by the requests that ended well in the time", () => {
  const attempts = [
    attempt(0, 90),
    attempt(100, 110),
    attempt(100, 130, { isWrite: false }),
    attempt(100, 190, { outcome: "503" }),
    attempt(100, 300),
  ];
  expect(observe(attempts, 100, 1_100)).toMatchObject({
    ...{ requests: 4, failures: { "503": 1 }, requestsPerS: 3, p50Ms: 30, p95Ms: 200 },
  });
});

test("a cell writes again with the first write that began after the repair and was acknowledged", () => {
  const attempts = [
    attempt(90, 105),
    attempt(100, 120, { isWrite: false }),
    attempt(101, 121, { outcome: "503" }),
    attempt(103, 140),
    attempt(104, 130),
  ];
  expect(firstWriteAfter(attempts, 100)).toBe(130);
  expect(firstWriteAfter(attempts, 110)).toBeUndefined();
});
