import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { WalletBalance } from "./wallet-balance";

vi.mock("next/navigation", () => ({}));
vi.mock("./queries", () => ({
  useBalance: () => ({ data: { availableBalance: 100, pendingWithdrawals: 7 } }),
}));

/** The figure of the money on its way in. */
function pendingIn(confirming: number | undefined): string {
  const page = renderToStaticMarkup(createElement(WalletBalance, { confirming }));
  const [, figure = ""] = /Pending in<\/dt><dd>(.*?)<\/dd>/.exec(page) ?? [];
  return figure.replace(/<[^>]*>/g, "").trim();
}

test("an amount that is not known is not shown as nothing", () => {
  expect(pendingIn(undefined)).toBe("–");
  expect(pendingIn(0)).toBe("0.00 USD");
  expect(pendingIn(2.5)).toBe("+2.50 USD confirming on chain");
});
