import { useQuery } from "@tanstack/react-query";
import { pageOf } from "@/components/ui/page-of";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData, ApiInput } from "@/lib/api/client/types";

export type AdminDispute = ApiData<"getAdminDispute">;

const PAGE_SIZE = 50;

/** The query of the disputes for an address. */
export function adminDisputesQuery(params: URLSearchParams) {
  const of = (name: string) => params.get(name) || undefined;
  const query = {
    ...{ status: of("status"), partnerId: of("partnerId"), search: of("search") },
    ...{ from: of("from"), to: of("to"), ...pageOf(params), limit: PAGE_SIZE },
  };
  return apiQuery("listAdminDisputes", {
    query: query as ApiInput<"listAdminDisputes">["query"],
  });
}

export const adminDisputeQuery = (id: string) => apiQuery("getAdminDispute", { params: { id } });

/** Reads a page of the list; the previous one is shown while it loads. */
export const useAdminDisputes = (params: URLSearchParams) =>
  useQuery({ ...adminDisputesQuery(params), placeholderData: (before) => before });

export const useAdminDispute = (id: string) => useQuery(adminDisputeQuery(id));
