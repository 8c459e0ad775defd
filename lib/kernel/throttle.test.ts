import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Throttle } from "./throttle";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("runs immediately after a pause, then once per interval, and never more often than called", async () => {
  const act = vi.fn();
  const throttle = new Throttle(200, act);
  throttle.request();
  expect(act).toHaveBeenCalledTimes(1);
  for (let index = 0; index < 50; index += 1) throttle.request();
  await vi.advanceTimersByTimeAsync(199);
  expect(act).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(act).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(act).toHaveBeenCalledTimes(2);
  throttle.request();
  expect(act).toHaveBeenCalledTimes(3);
});

test("never runs twice at the same time: a slow run is awaited", async () => {
  const ends: (() => void)[] = [];
  const act = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  const throttle = new Throttle(200, act);
  throttle.request();
  throttle.request();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(act).toHaveBeenCalledTimes(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(act).toHaveBeenCalledTimes(2);
});

test("does nothing after it was stopped", async () => {
  const act = vi.fn();
  const throttle = new Throttle(200, act);
  throttle.request();
  throttle.request();
  await throttle.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(act).toHaveBeenCalledTimes(1);
});
