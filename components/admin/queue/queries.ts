import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/lib/fetch/api-query";
import type { ApiData, ApiInput } from "@/lib/fetch/types";

export type QueuedWithdrawal = ApiData<"adminGetWithdrawal">;

const PAGE_SIZE = 50;

/** Which withdrawals the address asks for: those that wait, unless it says otherwise. */
export function queueQuery(params: URLSearchParams) {
  const of = (name: string) => params.get(name) || undefined;
  const query = { status: of("status"), skip: of("skip"), limit: PAGE_SIZE };
  return apiQuery("adminListWithdrawals", {
    query: query as ApiInput<"adminListWithdrawals">["query"],
  });
}

/** A page of the queue; the one before stays until it is there. */
export const useQueue = (params: URLSearchParams) =>
  useQuery({ ...queueQuery(params), placeholderData: (before) => before });
