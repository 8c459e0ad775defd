import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { ApiKeys } from "./api-keys";
import { apiKeysQuery } from "./queries";

// Rendered at once, not after the page.
vi.mock("@/components/ui/late-filters", async () => {
  const { Pagination } = await import("@/components/ui/pagination");
  return { Pagination };
});

test("the keys that a page does not show are on the next one, where they can be revoked", () => {
  const client = new QueryClient();
  const keys = Array.from({ length: 50 }, (_, index) => ({
    ...{ keyId: `key_${index}`, name: `Server ${index}`, hint: "sk_…", status: "active" },
    ...{ scopes: ["read"], createdAt: "2026-11-23T09:39:00.000Z", createdBy: "Amara" },
  }));
  const pagination = { skip: 0, limit: 50, total: 51, nextCursor: "key_49" };
  const { queryKey } = apiKeysQuery(new URLSearchParams());
  client.setQueryData(queryKey, { keys, pagination } as never);
  const page = createElement(QueryClientProvider, { client }, createElement(ApiKeys));
  const [pages] = /<nav aria-label="Pages of the list".*<\/nav>/.exec(
    renderToStaticMarkup(page),
  ) ?? [""];
  expect(pages).toContain("1–50 of 51");
  expect(pages).toMatch(/<button type="button" class="[^"]*" data-page="j">Next page</);
  expect(apiKeysQuery(new URLSearchParams("skip=50&cursor=key_49")).queryKey[1]).toEqual({
    query: { cursor: "key_49", limit: 50 },
  });
});
