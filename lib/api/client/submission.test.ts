import { expect, test, vi } from "vitest";
import { MINUTE_MS } from "@/lib/kernel/durations";
import { Submissions } from "./submission";

const inputOf = (amount: number) => ({ body: { serviceCardId: "card_1", amount } });

test("a repeated submission keeps its key", () => {
  const submissions = new Submissions();
  const { key } = submissions.of("fundCard", inputOf(5));
  expect(submissions.of("fundCard", inputOf(5)).key).toBe(key);
});

test("changed input is another submission", () => {
  const submissions = new Submissions();
  const first = submissions.of("fundCard", inputOf(6));
  submissions.noteUnknown();
  const second = submissions.of("fundCard", inputOf(7));
  expect(second.key).not.toBe(first.key);
  expect(second.isUnknown).toBe(false);
});

test("completed input is another submission when it is sent again", () => {
  const submissions = new Submissions();
  const first = submissions.of("fundCard", inputOf(8));
  submissions.noteUnknown();
  submissions.noteDone();
  expect(submissions.of("fundCard", inputOf(8)).key).not.toBe(first.key);
});

test("two forms have two keys", () => {
  const keys = [1, 2].map(() => new Submissions().of("fundCard", inputOf(9)).key);
  expect(new Set(keys).size).toBe(2);
});

test("a form that was closed with an unknown outcome passes its key to the next one for some time", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const closed = new Submissions();
  const first = closed.of("fundCard", inputOf(10));
  closed.noteUnknown();
  vi.advanceTimersByTime(14 * MINUTE_MS);
  expect(new Submissions().of("fundCard", inputOf(10))).toEqual({
    key: first.key,
    isUnknown: true,
  });
  expect(new Submissions().of("withdrawFromCard", inputOf(10)).key).not.toBe(first.key);
  vi.advanceTimersByTime(2 * MINUTE_MS);
  expect(new Submissions().of("fundCard", inputOf(10)).key).not.toBe(first.key);
  // The form that is still open keeps it as long as it is open.
  expect(closed.of("fundCard", inputOf(10)).key).toBe(first.key);
  vi.useRealTimers();
});
