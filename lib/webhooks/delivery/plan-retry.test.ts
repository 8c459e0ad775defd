import { describe, expect, test } from "vitest";
import { planRetry, RETRY_DELAYS_S } from "./plan-retry";

const DELAYS_S = [30, 120, 480];
const middle = () => 0.5;

describe("after a failure", () => {
  test.each([
    [1, 30_000],
    [2, 120_000],
    [3, 480_000],
  ])("number %i the next attempt is due in %i ms", (failures, delayMs) => {
    expect(planRetry(failures, DELAYS_S, middle)).toBe(delayMs);
  });

  test("the last failure has no retry", () => {
    expect(planRetry(4, DELAYS_S, middle)).toBeUndefined();
    expect(planRetry(100, DELAYS_S, middle)).toBeUndefined();
  });

  test("the delay varies by at most a tenth", () => {
    expect(planRetry(1, DELAYS_S, () => 0)).toBe(27_000);
    expect(planRetry(1, DELAYS_S, () => 1 - Number.EPSILON)).toBe(33_000);
    const delaysMs = Array.from({ length: 1_000 }, () => planRetry(1, DELAYS_S) ?? 0);
    expect(Math.min(...delaysMs)).toBeGreaterThanOrEqual(27_000);
    expect(Math.max(...delaysMs)).toBeLessThanOrEqual(33_000);
    expect(new Set(delaysMs).size).toBeGreaterThan(500);
  });

  test("a delay of zero is a delay, not the end", () => {
    expect(planRetry(1, [0], middle)).toBe(0);
    expect(planRetry(2, [0], middle)).toBeUndefined();
  });

  test("the default schedule has 8 attempts, the last a day after the one before", () => {
    const delaysMs = Array.from({ length: 8 }, (_, index) =>
      planRetry(index + 1, RETRY_DELAYS_S, middle),
    );
    const expectedS = [30, 120, 480, 1_920, 7_680, 30_720, 86_400];
    expect(delaysMs).toEqual([...expectedS.map((delayS) => delayS * 1_000), undefined]);
  });
});
