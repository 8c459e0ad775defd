import { expect, test } from "vitest";
import { resultText } from "./job-result";

const startedAt = "2026-11-21T10:00:00.000Z";

test("the counts of a job's last run are shown in words, without those of nothing", () => {
  const result = { requests: 1_961, issuerEvents: 0, idempotencyKeys: 3 };
  expect(resultText({ result, failure: null, startedAt })).toBe(
    "requests 1,961, idempotency keys 3",
  );
  expect(resultText({ result: { requests: 0 }, failure: null, startedAt })).toBe("nothing");
});

test("a failure is shown instead of the counts, and nothing before the first run", () => {
  const result = { requests: 2 };
  expect(resultText({ result, failure: "no connection", startedAt })).toBe("no connection");
  expect(resultText({ result: {}, failure: null, startedAt: null })).toBe("");
});
