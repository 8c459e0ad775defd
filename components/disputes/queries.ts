import { useQuery } from "@tanstack/react-query";
import { pageOf } from "@/components/ui/page-of";
import { apiQuery } from "@/lib/api/client/api-query";
import { buildRequest } from "@/lib/api/client/build-request";
import type { ApiData, ApiInput } from "@/lib/api/client/types";

export type Dispute = ApiData<"listDisputes">["disputes"][number];

const PAGE_SIZE = 50;

/** The parameters of the address that filter the list. */
export const FILTERS = ["search", "status", "from", "to"] as const;

const filtersOf = (params: URLSearchParams) =>
  Object.fromEntries(FILTERS.map((name) => [name, params.get(name) || undefined]));

/** Returns the address of the export of all pages of the filtered list. */
export const exportPath = (params: URLSearchParams, timeZone: string) =>
  buildRequest("exportDisputes", { query: { ...filtersOf(params), timeZone } }).path;

/** The query of the disputes for an address; the API validates the values. */
export function disputesQuery(params: URLSearchParams) {
  const query = { ...filtersOf(params), ...pageOf(params), limit: PAGE_SIZE };
  return apiQuery("listDisputes", { query: query as ApiInput<"listDisputes">["query"] });
}

/** Reads a page of the list; the previous one is shown while it loads. */
export const useDisputes = (params: URLSearchParams) =>
  useQuery({ ...disputesQuery(params), placeholderData: (before) => before });
