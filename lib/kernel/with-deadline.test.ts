import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withDeadline } from "./with-deadline";

const LIMIT_MS = 20;
const never = new Promise<string>(() => {});
const late = () => "late";
const fail = (): never => {
  throw new Error("no answer in time");
};

let unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);
beforeEach(() => {
  unhandled = [];
  process.on("unhandledRejection", note);
});
afterEach(() => {
  process.off("unhandledRejection", note);
});

test("work that ends in time has its own result or error", async () => {
  expect(await withDeadline(Promise.resolve("done"), LIMIT_MS, late)).toBe("done");
  const failing = Promise.reject(new Error("refused"));
  await expect(withDeadline(failing, LIMIT_MS, late)).rejects.toThrow("refused");
});

test("work that is late has the result or the error of the deadline", async () => {
  expect(await withDeadline(never, LIMIT_MS, late)).toBe("late");
  await expect(withDeadline(never, LIMIT_MS, fail)).rejects.toThrow("no answer in time");
});

test("work that ends in time leaves no timer behind, so that the process can end", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((type) => type === "Timeout").length;
  const before = timers();
  await withDeadline(Promise.resolve(), 60_000, late);
  expect(timers()).toBe(before);
});

test("work that fails after the deadline is no unhandled rejection", async () => {
  const work = Promise.withResolvers<string>();
  expect(await withDeadline(work.promise, LIMIT_MS, late)).toBe("late");
  work.reject(new Error("refused"));
  await nextTurn();
  expect(unhandled).toEqual([]);
});

test("an answer that arrived while the process stood still counts, although the deadline passed", async () => {
  // The timers of one turn run in the order of their times, and other input only after them.
  const answer = new Promise<string>((resolve) => {
    setTimeout(resolve, LIMIT_MS + 1, "answer");
  });
  const answered = withDeadline(answer, LIMIT_MS, late);
  const untilMs = performance.now() + 3 * LIMIT_MS;
  while (performance.now() < untilMs);
  expect(await answered).toBe("answer");
});
