import "@/test/database";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, expect, test } from "vitest";
import { GET } from "@/app/api/v1/partner/wallet/deposits/route";
import { buildRequest } from "@/lib/api/client/build-request";
import { holdDeposit } from "@/test/fixtures/held-deposits";
import { call, endTests, makePartner } from "@/test/fixtures/make";
import { HeldDeposits } from "./held-deposits";

afterAll(endTests);

/** Renders the component; returns its HTML and the query that it reads. */
function shown(depositAddress: string, data?: object) {
  const client = new QueryClient();
  const render = () =>
    renderToStaticMarkup(
      createElement(
        QueryClientProvider,
        { client },
        createElement(HeldDeposits, { depositAddress }),
      ),
    );
  render();
  const [{ queryKey } = { queryKey: [] }] = client.getQueryCache().getAll();
  client.setQueryData(queryKey, data);
  return { html: render(), input: queryKey[1] as { query: { status: "held" } } };
}

test("the held deposits of a card are found, whatever other cards have", async () => {
  const partner = await makePartner({ balanceUsd: 1_000 });
  const [wanted, other] = [await holdDeposit(partner), await holdDeposit(partner)];
  const { search } = new URL(
    buildRequest("listDeposits", shown(wanted.address).input).path,
    "http://localhost",
  );
  const query = Object.fromEntries(new URLSearchParams(search));
  // One is all that fits on a page: the other card has a newer one.
  const answer = await call(GET, { apiKey: partner.apiKey, query: { ...query, limit: 1 } });
  const { deposits, pagination } = answer.json.data as {
    deposits: { id: string }[];
    pagination: { total: number };
  };
  expect(deposits.map(({ id }) => id)).toEqual([wanted.id]);
  expect(pagination.total).toBe(1);
  expect(other.id > wanted.id).toBe(true);
});

test("a card with more held deposits than are shown leads to the list of them", () => {
  const address = "0x52908400098527886E0F7030069857D2E4169EE7";
  const deposit = { id: "dep_1", amount: 25, createdAt: "2026-11-21T09:36:00.000Z" };
  const page = (total: number) =>
    shown(address, { deposits: [deposit], pagination: { skip: 0, limit: 20, total } }).html;
  expect(page(1)).not.toContain("Show all");
  expect(page(23)).toContain("Show all held deposits");
  expect(page(23)).toContain(`href="/wallet?search=${address}&amp;status=held"`);
});
