import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { ApiError } from "@/lib/api/client/api-error";
import { ListState } from "./list-state";

vi.mock("next/navigation", () => ({}));

/** The texts of a list whose request was refused because of a parameter. */
function shown(property: string, clearedHref?: string): string {
  const fields = [{ property, constraints: { is: "is not valid" } }];
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
