import { expect, test } from "vitest";
import { durationText } from "./duration-text";

test.each([
  [0, "0 seconds"],
  [1, "1 second"],
  [59, "59 seconds"],
  [60, "1 minute"],
  [3_661, "1 hour 1 minute"],
  [86_400, "1 day"],
  [691_200, "8 days"],
  [691_200 + 3_600, "8 days 1 hour"],
  [31_536_000 + 35 * 86_400, "1 year 35 days"],
  [315_360_000, "10 years"],
])("%d seconds are %s", (durationS, text) => {
  expect(durationText(durationS)).toBe(text);
});
