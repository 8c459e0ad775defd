import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { Disputes } from "./disputes";
import type { CardDetail } from "./queries";

vi.mock("@tanstack/react-query", async (original) => ({
  ...(await original<object>()),
  useQuery: () => ({ data: undefined, error: new Error("lost"), refetch() {} }),
}));

test("disputes that could not be loaded are not left out", () => {
  const detail = { serviceTransactionId: "txn_1", amount: 10, refunded: 0 } as CardDetail;
  const page = renderToStaticMarkup(createElement(Disputes, { detail }));
  expect(page).toContain("Disputes could not be loaded");
  expect(page).toContain("Try again");
});
