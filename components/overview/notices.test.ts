import "@/test/database";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, expect, test } from "vitest";
import { GET as overview } from "@/app/api/v1/partner/overview/route";
import { balanceQuery } from "@/components/wallet/queries";
import { WalletBalance } from "@/components/wallet/wallet-balance";
import { tamper } from "@/test/database/superuser";
import { endTests, makePartner } from "@/test/fixtures/make";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";
import { Notices } from "./notices";

afterAll(endTests);

/** The query of the first link to the withdrawals. */
function queryIn(html: string): Record<string, string> {
  const [, parameters = ""] = /href="\/withdrawals\?([^"]*)"/.exec(html) ?? [];
  return Object.fromEntries(new URLSearchParams(parameters));
}

test("the link beside an amount of pending withdrawals shows the withdrawals that it counts", async () => {
  const partner = await makePartner({ balanceUsd: 100 });
  const withdrawals = withdrawalsOf(partner);
  const [approved, cancelled] = [await withdrawals.make(20), await withdrawals.make(30)];
  await withdrawals.make(10);
  await withdrawals.cancel(cancelled);
  await tamper(
    `UPDATE withdrawals SET status = 'approved', approved_at = now() WHERE id = '${approved}'`,
  );
  const browser = await signedIn(await makePerson({ partnerId: partner.partnerId }));
  const { notices, wallet } = (await browser.call(overview)).json.data;
  expect(wallet.pendingWithdrawals).toBe(30);

  const client = new QueryClient();
  client.setQueryData(balanceQuery.queryKey, {
    availableBalance: wallet.availableBalance,
    pendingWithdrawals: wallet.pendingWithdrawals,
    currency: "USD",
  });
  const balance = createElement(WalletBalance, { confirming: 0 });
  for (const element of [
    createElement(Notices, { notices }),
    createElement(QueryClientProvider, { client }, balance),
  ]) {
    const { json } = await withdrawals.list(queryIn(renderToStaticMarkup(element)));
    const amounts = json.data.withdrawals.map(({ amount }: { amount: number }) => amount);
    expect(amounts.toSorted()).toEqual([10, 20]);
  }
});
