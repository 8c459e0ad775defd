import { expect, test } from "vitest";
import type { EndedAttempt } from "./attempt";
import { endpointHealth } from "./endpoint-health";

const BASE_MS = Date.UTC(2026, 10, 1);

/** An attempt that ended this many ms after the base time. */
function ended(endMs: number, succeeded: boolean, url = "https://a.example"): EndedAttempt {
  const delivery = { partnerId: "ptn_1", url } as EndedAttempt["attempt"]["delivery"];
  const durationMs = 500;
  const startedAt = new Date(BASE_MS + endMs - durationMs);
  const result = { succeeded, statusCode: null, responseBody: null, error: null };
  return {
    attempt: { id: "dlv_1", takenAtMs: 0, leaseId: "lease", delivery },
    result: { ...result, startedAt, durationMs },
  };
}
const ofOne = { partnerId: "ptn_1", url: "https://a.example" };

test("no ended attempt gives no result", () => {
  expect(endpointHealth([])).toEqual([]);
});

test.each([
  ["successes alone", [true, true], { succeeded: true, isFailing: false }],
  ["failures alone", [false, false], { succeeded: false, isFailing: true }],
  ["a failure and then a success", [false, true], { succeeded: true, isFailing: false }],
  ["a success and then a failure", [true, false], { succeeded: true, isFailing: true }],
  ["both by turns", [true, false, true], { succeeded: true, isFailing: false }],
])("%s: the last one decides", (_, results, health) => {
  const attempts = results.map((succeeded, index) => ended(index * 10, succeeded));
  expect(endpointHealth(attempts)).toEqual([{ ...ofOne, ...health }]);
});

test("the last attempt is the one that ended last, in any order", () => {
  const attempts = [ended(30, true), ended(10, false), ended(20, false)];
  expect(endpointHealth(attempts)).toEqual([{ ...ofOne, succeeded: true, isFailing: false }]);
  expect(attempts[0]).toEqual(ended(30, true));
});

test("each URL has its own result", () => {
  expect(endpointHealth([ended(0, false), ended(5, true, "https://b.example")])).toEqual([
    { ...ofOne, succeeded: false, isFailing: true },
    { ...ofOne, url: "https://b.example", succeeded: true, isFailing: false },
  ]);
});
