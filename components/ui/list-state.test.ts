import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { ApiError } from "@/lib/api/client/api-error";
import { ListState } from "./list-state";

vi.mock("next/navigation", () => ({}));
// Rendered at once, not after its file was loaded.
vi.mock("next/dynamic", async () => {
  const { RefusedFilter } = await import("./refused-filter");
  return { default: () => RefusedFilter };
});

/** The texts of a list whose request was refused because of a parameter. */
function shown(property: string, clearedHref?: string, text = `${property} is not valid`): string {
  const fields = [{ property, constraints: { is: text } }];
  const failure = new ApiError({ status: 400, code: "VALIDATION", text: "Not valid.", fields });
  const state = { what: "disputes", isPending: false, failure, onRetry: () => undefined };
  return renderToStaticMarkup(createElement(ListState, { ...state, clearedHref }));
}

test("an address with the cursor of no page offers the first page", () => {
  for (const clearedHref of [undefined, "/disputes"]) {
    expect(shown("cursor", clearedHref)).toContain("First page");
    expect(shown("cursor", clearedHref)).not.toMatch(/Try again|Clear filters/);
  }
});

test.each(["from", "skip"])(
  "an address with a wrong %s offers to clear it, in each list",
  (name) => {
    for (const clearedHref of [undefined, "/disputes"]) {
      expect(shown(name, clearedHref)).toContain("Clear filters");
      expect(shown(name, clearedHref)).not.toMatch(/Try again|First page/);
    }
  },
);

test.each([
  [
    "amountMin",
    "amountMin must have at most 2 decimals",
    "The minimum amount is not valid. Must have at most 2 decimals.",
  ],
  [
    "fundingType",
    "fundingType must be one or more of float, crypto, separated by commas",
    "The funding type is not valid. Must be one or more of float, crypto, separated by commas.",
  ],
])("an address with a wrong %s names it, and its rule", (name, rule, sentence) => {
  expect(shown(name, "/disputes", rule)).toContain(sentence);
});
