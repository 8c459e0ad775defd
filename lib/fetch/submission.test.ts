import { expect, test } from "vitest";
import { newSubmission, submissionOf } from "./submission";

const input = { body: { serviceCardId: "card_1", amount: 5 } };

test("what is sent again keeps its key", () => {
  const first = submissionOf(newSubmission(), input);
  expect(submissionOf(first, structuredClone(input))).toBe(first);
});

test("what was changed in between is another submission", () => {
  const first = submissionOf(newSubmission(), input);
  first.isUnknown = true;
  const second = submissionOf(first, { body: { ...input.body, amount: 6 } });
  expect(second.key).not.toBe(first.key);
  expect(second.isUnknown).toBe(false);
});

test("two submissions have two keys", () => {
  expect(newSubmission().key).not.toBe(newSubmission().key);
});
