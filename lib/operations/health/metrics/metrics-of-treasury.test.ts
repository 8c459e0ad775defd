import { expect, test } from "vitest";
import { exampleTreasury, treasurySchema } from "@/lib/treasury/schema";
import { metricsOfTreasury } from "./metrics-of-treasury";

type Treasury = Parameters<typeof metricsOfTreasury>[0];
type State = Treasury["chains"][number]["state"];

const example = treasurySchema.parse(exampleTreasury);

/** Returns the samples of books_equal for a treasury whose chains are in these states. */
function booksEqual(states: readonly State[], isEqual: boolean, difference = 0) {
  const treasury: Treasury = {
    ...example,
    isEqual,
    books: { ...example.books, difference },
    chains: states.map((state) => ({
      ...{ chain: `chain-${state}`, chainId: 1, state },
      ...{ treasuryAddresses: [], tokens: [] },
    })),
  };
  const found = metricsOfTreasury(treasury).find(({ name }) => name === "books_equal");
  return found?.samples.map(({ value }) => value);
}

test("books_equal is 1 while books and chains agree", () => {
  expect(booksEqual(["equal", "off"], true)).toEqual([1]);
});

test("books_equal is 0 for a chain that differs, also while another one is unreachable", () => {
  expect(booksEqual(["equal", "unequal"], false)).toEqual([0]);
  expect(booksEqual(["unequal", "unreachable"], false)).toEqual([0]);
});

test("books_equal is 0 for a ledger that does not balance, also while a chain is unreachable", () => {
  expect(booksEqual(["equal"], false, 0.000001)).toEqual([0]);
  expect(booksEqual(["equal", "unreachable"], false, -0.000001)).toEqual([0]);
});

test("books_equal is 0 for custody on a chain without a node, which nothing else reports", () => {
  expect(booksEqual(["equal", "off"], false)).toEqual([0]);
});

test("books_equal has no sample while a node is away and nothing differs", () => {
  expect(booksEqual(["equal", "unreachable"], false)).toEqual([]);
});
