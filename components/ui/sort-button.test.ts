import { expect, test } from "vitest";
import { orderOf } from "./sort-button";

test.each([
  [["newest", "oldest"], "", "descending"],
  [["newest", "oldest"], "sort=oldest", "ascending"],
  [["newest", "oldest"], "sort=name", undefined],
  [["name"], "", undefined],
  [["name"], "sort=name", "ascending"],
])("a column of %j orders a list at ?%s %s", (sorts, search, order) => {
  expect(orderOf(sorts, new URLSearchParams(search))).toBe(order);
});
