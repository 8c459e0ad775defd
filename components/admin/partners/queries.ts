import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData } from "@/lib/api/client/types";

export type Partner = ApiData<"getPartner">;
export type PartnerPerson = ApiData<"listPartnerPeople">["people"][number];

const PAGE_SIZE = 50;

/** The query of the partners for an address. */
export function partnersQuery(params: URLSearchParams) {
  const of = (name: string) => params.get(name) || undefined;
  return apiQuery("listPartners", {
    query: { search: of("search"), skip: of("skip"), limit: PAGE_SIZE },
  });
}

export const partnerQuery = (id: string) => apiQuery("getPartner", { params: { id } });
export const partnerPeopleQuery = (id: string) => apiQuery("listPartnerPeople", { params: { id } });

/** Reads a page of the list; the previous one is shown while it loads. */
export const usePartners = (params: URLSearchParams) =>
  useQuery({ ...partnersQuery(params), placeholderData: (before) => before });

export const usePartner = (id: string) => useQuery(partnerQuery(id));

export const usePartnerPeople = (id: string) => useQuery(partnerPeopleQuery(id));
