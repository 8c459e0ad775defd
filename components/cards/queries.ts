import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/lib/fetch/api-query";
import type { ApiData } from "@/lib/fetch/types";

export type CardSummary = ApiData<"listCards">["cards"][number];
export type Card = ApiData<"getCard">;
export type Terms = ApiData<"getTerms">;
export type CardTransaction = ApiData<"listCardTransactions">["transactions"][number];

const PAGE_SIZE = 50;
const TRANSACTIONS_SHOWN = 20;
const USERS_OFFERED = 100;

/** Which cards a page's address asks for. */
export function cardsQuery(params: URLSearchParams) {
  const skip = params.get("skip") ?? undefined;
  return apiQuery("listCards", { query: { skip, limit: PAGE_SIZE } });
}

export const cardQuery = (serviceCardId: string) =>
  apiQuery("getCard", { params: { serviceCardId } });

export const cardTransactionsQuery = (serviceCardId: string) =>
  apiQuery("listCardTransactions", { query: { serviceCardId, limit: TRANSACTIONS_SHOWN } });

/** A page of the list; the one before stays until it is there. */
export const useCards = (params: URLSearchParams) =>
  useQuery({ ...cardsQuery(params), placeholderData: (before) => before });

export const useCard = (serviceCardId: string) => useQuery(cardQuery(serviceCardId));

export const useCardTransactions = (serviceCardId: string) =>
  useQuery(cardTransactionsQuery(serviceCardId));

/** What the wallet can give. */
export const useBalance = () => useQuery(apiQuery("getBalance", {}));

/** What the partner is charged, and the limits of each form. */
export const useTerms = () => useQuery(apiQuery("getTerms", {}));

/** Who can be given a card. */
export const useUsersToChoose = () =>
  useQuery(
    apiQuery("listUsers", { query: { status: "approved", sort: "name", limit: USERS_OFFERED } }),
  );
