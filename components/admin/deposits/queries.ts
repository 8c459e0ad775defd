import { useQuery } from "@tanstack/react-query";
import { pageOf } from "@/components/ui/page-of";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData, ApiInput } from "@/lib/api/client/types";

export type HeldDeposit = ApiData<"getHeldDeposit">;

const PAGE_SIZE = 50;

/** The query of the deposits for an address; by default the held ones. */
export function heldDepositsQuery(params: URLSearchParams) {
  const of = (name: string) => params.get(name) || undefined;
  const query = {
    ...{ state: of("state"), partnerId: of("partnerId"), search: of("search") },
    ...{ from: of("from"), to: of("to"), ...pageOf(params), limit: PAGE_SIZE },
  };
  return apiQuery("listHeldDeposits", {
    query: query as ApiInput<"listHeldDeposits">["query"],
  });
}

export const heldDepositQuery = (id: string) => apiQuery("getHeldDeposit", { params: { id } });

/** Reads a page of the list; the previous one is shown while it loads. */
export const useHeldDeposits = (params: URLSearchParams) =>
  useQuery({ ...heldDepositsQuery(params), placeholderData: (before) => before });

export const useHeldDeposit = (id: string) => useQuery(heldDepositQuery(id));
