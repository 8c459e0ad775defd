import { useQuery } from "@tanstack/react-query";
import { pageOf } from "@/components/ui/page-of";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData, ApiInput } from "@/lib/api/client/types";

export type Dispute = ApiData<"listDisputes">["disputes"][number];

const PAGE_SIZE = 50;

/** The query of the disputes for an address; the API validates the values. */
export function disputesQuery(params: URLSearchParams) {
  const query = { status: params.get("status") || undefined, ...pageOf(params), limit: PAGE_SIZE };
  return apiQuery("listDisputes", { query: query as ApiInput<"listDisputes">["query"] });
}

/** Reads a page of the list; the previous one is shown while it loads. */
export const useDisputes = (params: URLSearchParams) =>
  useQuery({ ...disputesQuery(params), placeholderData: (before) => before });
