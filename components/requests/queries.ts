import { useQuery } from "@tanstack/react-query";
import { pageOf } from "@/components/ui/page-of";
import { apiQuery } from "@/lib/api/client/api-query";
import { buildRequest } from "@/lib/api/client/build-request";
import type { ApiData, ApiInput } from "@/lib/api/client/types";
import { useListed } from "@/lib/api/client/use-listed";

export type LoggedRequest = ApiData<"listRequests">["requests"][number];

const PAGE_SIZE = 50;
const REFRESH_MS = 3_000;
const REQUEST_ID = /^req_/;

/** The parameters of the address that filter the list. */
export const FILTERS = ["search", "method", "status", "from", "to"] as const;

/** Interprets a search term as a request id, a part of a path, or an idempotency key. */
function searched(term: string | undefined) {
  if (term === undefined) return {};
  if (REQUEST_ID.test(term)) return { requestId: term };
  return term.includes("/") ? { path: term } : { idempotencyKey: term };
}

function filtersOf(params: URLSearchParams) {
  const of = (name: string) => params.get(name) || undefined;
  return {
    ...searched(of("search")?.trim()),
    status: of("status"),
    method: of("method"),
    from: of("from"),
    to: of("to"),
  };
}

/** Returns the address of the export of all pages of the filtered list. */
export const exportPath = (params: URLSearchParams, timeZone: string) =>
  buildRequest("exportRequests", {
    query: { ...filtersOf(params), timeZone } as ApiInput<"exportRequests">["query"],
  }).path;

/** The query of the requests for an address; the API validates the values. */
export function requestsQuery(params: URLSearchParams) {
  const query = { ...filtersOf(params), ...pageOf(params), limit: PAGE_SIZE };
  return apiQuery("listRequests", { query: query as ApiInput<"listRequests">["query"] });
}

export const requestQuery = (requestId: string) =>
  apiQuery("getRequest", { params: { requestId } });

/**
 * Reads a page of the list; the previous one is shown while it loads. There are no change notices for reads, which are
 * most requests, so the newest page is polled. Older pages do not change.
 */
export const useRequests = (params: URLSearchParams) =>
  useQuery({
    ...requestsQuery(params),
    placeholderData: (before) => before,
    refetchInterval: params.has("cursor") ? false : REFRESH_MS,
  });

/** Returns the request from a list that was read before, for the time until it is loaded. */
export const useListedRequest = (requestId: string): LoggedRequest | undefined =>
  useListed("listRequests", ({ requests }) =>
    requests.find((each) => each.requestId === requestId),
  );

export const useRequest = (requestId: string) => useQuery(requestQuery(requestId));
