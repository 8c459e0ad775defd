import { useQuery } from "@tanstack/react-query";
import { pageOf } from "@/components/ui/page-of";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData, ApiInput } from "@/lib/api/client/types";

export type Posting = ApiData<"getOperatorPosting">;
export type ListedPosting = ApiData<"listOperatorPostings">["postings"][number];
export type PostingPreview = ApiData<"previewOperatorPosting">;
export type PostingBody = ApiInput<"previewOperatorPosting">["body"];

const PAGE_SIZE = 50;
const PARTNERS = 100;

/** The query of the postings for an address. */
export function postingsQuery(params: URLSearchParams) {
  const of = (name: string) => params.get(name) || undefined;
  const query = {
    ...{ status: of("status"), partnerId: of("partnerId"), search: of("search") },
    ...{ from: of("from"), to: of("to"), ...pageOf(params), limit: PAGE_SIZE },
  };
  return apiQuery("listOperatorPostings", {
    query: query as ApiInput<"listOperatorPostings">["query"],
  });
}

export const postingQuery = (id: string) => apiQuery("getOperatorPosting", { params: { id } });

/** Reads a page of the list; the previous one is shown while it loads. */
export const usePostings = (params: URLSearchParams) =>
  useQuery({ ...postingsQuery(params), placeholderData: (before) => before });

export const usePosting = (id: string) => useQuery(postingQuery(id));

/** Reads the name of the chosen partner; undefined while it is unknown, or without one. */
export const usePartnerName = (id: string): string | undefined =>
  useQuery({ ...apiQuery("getPartner", { params: { id } }), enabled: id !== "" }).data?.name;

/** Searches for partners by name or id. */
export const usePartnersToChoose = (search: string) =>
  useQuery({
    ...apiQuery("listPartners", { query: { search: search || undefined, limit: PARTNERS } }),
    placeholderData: (before) => before,
  });
