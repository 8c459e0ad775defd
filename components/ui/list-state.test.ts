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

test.each(["cursor", "skip"])("an address with a %s of no page offers the first page", (name) => {
  for (const clearedHref of [undefined, "/disputes"]) {
    expect(shown(name, clearedHref)).toContain("First page");
    expect(shown(name, clearedHref)).not.toMatch(/Try again|Clear filters/);
  }
});

test("an address with a wrong filter offers to clear the filters, in each list", () => {
  for (const clearedHref of [undefined, "/disputes"]) {
    expect(shown("from", clearedHref)).toContain("Clear filters");
    expect(shown("from", clearedHref)).not.toMatch(/Try again|First page/);
  }
});
