import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { apiQuery } from "@/lib/api/client/api-query";
import { DisputeForm } from "./dispute-form";
import type { CardDetail } from "./queries";

const ID = "txn_1";

/** The button that opens the dispute, as it is rendered with these files. */
function buttonWith(files: object[] | undefined): string | undefined {
  const client = new QueryClient();
  const { queryKey } = apiQuery("listEvidenceFiles", { params: { serviceTransactionId: ID } });
  client.setQueryData(queryKey, files && ({ files, maxFiles: 5 } as never));
  const detail = { serviceTransactionId: ID, amount: 20, refunded: 0 } as CardDetail;
  const form = createElement(DisputeForm, { detail, onClose: () => undefined });
  const markup = renderToStaticMarkup(createElement(QueryClientProvider, { client }, form));
  return /<button type="submit"[^>]*>/.exec(markup)?.[0];
}

test("a dispute can be opened once the files that were added before are known: later none can be added", () => {
  expect(buttonWith(undefined)).toContain('aria-disabled="true"');
  expect(buttonWith([])).not.toContain('aria-disabled="true"');
});
