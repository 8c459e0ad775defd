import { useQuery } from "@tanstack/react-query";
import { pageOf } from "@/components/ui/page-of";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData, ApiInput } from "@/lib/api/client/types";

export type Partner = ApiData<"getPartner">;
export type ListedPartner = ApiData<"listPartners">["partners"][number];
export type PayoutPolicy = ApiData<"adminGetPayoutPolicy">;
export type PartnerPeople = ApiData<"listPartnerPeople">;
export type PartnerPerson = PartnerPeople["people"][number];

const PAGE_SIZE = 50;

/** The query of the partners for an address; the API validates the values. */
export function partnersQuery(params: URLSearchParams) {
  const of = (name: string) => params.get(name) || undefined;
  const query = { search: of("search"), status: of("status"), sort: of("sort"), ...pageOf(params) };
  return apiQuery("listPartners", {
    query: { ...query, with: "activity", limit: PAGE_SIZE } as ApiInput<"listPartners">["query"],
  });
}

/**
 * Whether two administrators decide on fees, limits and allow-lists. While it is unknown, the forms ask for the code that a
 * change then needs.
 */
export const useAreTwoNeeded = (): boolean =>
  useQuery(apiQuery("listAdminRequests", {})).data?.areTwoNeeded ?? true;

export const partnerQuery = (id: string) => apiQuery("getPartner", { params: { id } });
/** The partner as the list has it, with what it does. */
export const partnerActivityQuery = (id: string) =>
  apiQuery("listPartners", { query: { search: id, with: "activity", limit: 1 } });
const partnerCardDaysQuery = (id: string) => apiQuery("getPartnerCardDays", { params: { id } });
export const partnerPeopleQuery = (id: string) => apiQuery("listPartnerPeople", { params: { id } });

/** Reads a page of the list; the previous one is shown while it loads. */
export const usePartners = (params: URLSearchParams) =>
  useQuery({ ...partnersQuery(params), placeholderData: (before) => before });

export const usePartner = (id: string) => useQuery(partnerQuery(id));

/** Reads the rules for the withdrawals of a partner. */
export const usePayoutPolicy = (id: string) =>
  useQuery(apiQuery("adminGetPayoutPolicy", { params: { id } }));

export const usePartnerPeople = (id: string) => useQuery(partnerPeopleQuery(id));

export const usePartnerActivity = (id: string) => useQuery(partnerActivityQuery(id));

export const usePartnerCardDays = (id: string) => useQuery(partnerCardDaysQuery(id));

/** The number of partners among which the filter offers a choice at once. */
const FOUND = 8;

/** Searches for partners by name or id. */
export const usePartnersFound = (search: string) =>
  useQuery({
    ...apiQuery("listPartners", { query: { search: search || undefined, limit: FOUND } }),
    placeholderData: (before) => before,
  });

/** Reads the name of a partner; undefined while it is unknown. */
export const usePartnerName = (id: string | null) =>
  useQuery({ ...apiQuery("getPartner", { params: { id: id ?? "" } }), enabled: id !== null }).data
    ?.name;
