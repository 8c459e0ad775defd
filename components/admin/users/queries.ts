import { useQuery } from "@tanstack/react-query";
import { pageOf } from "@/components/ui/page-of";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData, ApiInput } from "@/lib/api/client/types";

export type CardUser = ApiData<"listAdminUsers">["users"][number];
export type CardUserDetail = ApiData<"getAdminUser">;

const PAGE_SIZE = 50;

/** The query of the card users for an address; the API validates the values. */
export function cardUsersQuery(params: URLSearchParams) {
  const of = (name: string) => params.get(name) || undefined;
  const query = { search: of("search"), partnerId: of("partnerId"), ...pageOf(params) };
  return apiQuery("listAdminUsers", {
    query: { ...query, limit: PAGE_SIZE } as ApiInput<"listAdminUsers">["query"],
  });
}

export const cardUserQuery = (id: string) => apiQuery("getAdminUser", { params: { id } });

/** Reads a page of the list; the previous one is shown while it loads. */
export const useCardUsers = (params: URLSearchParams) =>
  useQuery({ ...cardUsersQuery(params), placeholderData: (before) => before });

export const useCardUser = (id: string) => useQuery(cardUserQuery(id));
