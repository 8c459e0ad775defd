import { expect, test } from "vitest";
import { listOf, listOfWords } from "./list-of";

const statuses = listOf(["settled", "declined"]);

test("one or several values are a list without repetitions", () => {
  expect(statuses.parse("settled")).toEqual(["settled"]);
  expect(statuses.parse("declined,settled,declined")).toEqual(["declined", "settled"]);
  expect(listOfWords.parse("card frozen,not decided")).toEqual(["card frozen", "not decided"]);
});

test.each(["", ",", "settled,", "settled,unknown", "Settled", " settled"])(
  "%j is refused",
  (text) => {
    expect(statuses.safeParse(text).success).toBe(false);
  },
);

test.each(["", "card\u0000frozen", "'; --", Array(21).fill("a").join(",")])(
  "the words %j are refused",
  (text) => {
    expect(listOfWords.safeParse(text).success).toBe(false);
  },
);
