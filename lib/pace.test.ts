import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Pace } from "./pace";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("at once after a pause, then once in an interval, and no more than it was asked for", () => {
  const act = vi.fn();
  const pace = new Pace(200, act);
  pace.ask();
  expect(act).toHaveBeenCalledTimes(1);
  for (let index = 0; index < 50; index += 1) pace.ask();
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(200);
  expect(act).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledTimes(2);
  pace.ask();
  expect(act).toHaveBeenCalledTimes(3);
});

test("stopped, it does nothing of what it was asked for", () => {
  const act = vi.fn();
  const pace = new Pace(200, act);
  pace.ask();
  pace.ask();
  pace.stop();
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledTimes(1);
});
