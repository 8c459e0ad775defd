import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { AllowList } from "./allow-list";

vi.mock("./queries", () => ({
  usePayoutPolicy: () => ({ data: undefined, error: new Error("lost"), refetch() {} }),
}));

test("an allow-list that could not be loaded is not left out", () => {
  const page = renderToStaticMarkup(createElement(AllowList, { mayChange: true }));
  expect(page).toContain("The allow-list could not be loaded");
  expect(page).toContain("Try again");
});
