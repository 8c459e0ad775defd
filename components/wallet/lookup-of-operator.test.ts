import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { DepositLookup } from "./deposit-lookup";

let isLooking: boolean;
vi.mock("@/components/ui/reader", () => ({ useReader: () => ({ role: "viewer", isLooking }) }));
vi.mock("./queries", () => ({ useProfile: () => ({ data: undefined }) }));

/** Renders the lookup for a reader with the role viewer. */
function shown(isOperator: boolean): string {
  isLooking = isOperator;
  return renderToStaticMarkup(createElement(DepositLookup));
}

test("a viewer can look up a transaction", () => {
  expect(shown(false)).toContain("Look up");
});

test("an operator who views the dashboard is not offered what the service refuses", () => {
  expect(shown(true)).not.toContain("Look up");
  expect(shown(true)).toContain("Only the partner’s team");
});
