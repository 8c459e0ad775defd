import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteWrite } from "@/lib/db/write-health";
import { metricsOfProcess } from "./metrics-of-process";

const UPTIME_S = 400;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.spyOn(process, "uptime").mockReturnValue(UPTIME_S);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const lastWriteAge = () =>
  metricsOfProcess().find(({ name }) => name === "database_last_write_age_seconds")?.samples;

test("a process that has committed nothing reports the time since its start, and then since its last commit", () => {
  expect(lastWriteAge()).toEqual([{ value: UPTIME_S }]);
  noteWrite();
  vi.advanceTimersByTime(7_000);
  expect(lastWriteAge()).toEqual([{ value: 7 }]);
});
