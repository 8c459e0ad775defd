import { expect, test } from "vitest";
import { titleWith } from "./waiting-title";

test("a title has one number in front, also one that was counted to a limit", () => {
  expect(titleWith("Queue · Console", 3, false)).toBe("(3) Queue · Console");
  const many = titleWith("(3) Queue · Console", 10_000, true);
  expect(many).toBe("(10000+) Queue · Console");
  expect(titleWith(many, 10_000, true)).toBe(many);
  expect(titleWith(many, 0, false)).toBe("Queue · Console");
});
