import { useQuery } from "@tanstack/react-query";
import { pageOf } from "@/components/ui/page-of";
import { apiQuery } from "@/lib/api/client/api-query";
import { buildRequest } from "@/lib/api/client/build-request";
import type { ApiData, ApiInput } from "@/lib/api/client/types";
import { useListed } from "@/lib/api/client/use-listed";

export type CardSummary = ApiData<"listCards">["cards"][number];
export type Card = ApiData<"getCard">;
export type Terms = ApiData<"getTerms">;
export type CardTransaction = ApiData<"searchTransactions">["transactions"][number];

const PAGE_SIZE = 50;
const TRANSACTIONS_SHOWN = 20;
const USERS_OFFERED = 20;
const USERS_FOUND = 6;

/** The parameters of the address that filter the list. */
export const FILTERS = [
  "search",
  "status",
  "fundingType",
  "serviceId",
  "shortfall",
  "from",
  "to",
] as const;

/** The query of the cards for an address; the API validates the values. */
export function cardsQuery(params: URLSearchParams) {
  const named = [...FILTERS, "sort"].map((name) => [name, params.get(name) || undefined]);
  const query = { ...Object.fromEntries(named), ...pageOf(params), limit: PAGE_SIZE };
  return apiQuery("listCards", { query: query as ApiInput<"listCards">["query"] });
}

export const cardQuery = (serviceCardId: string) =>
  apiQuery("getCard", { params: { serviceCardId } });

export const cardShortfallQuery = (serviceCardId: string) =>
  apiQuery("getCardShortfall", { params: { serviceCardId } });

/** The query of the latest transactions of a card, each with its fee, as the page of the transactions shows them. */
export const cardTransactionsQuery = (serviceCardId: string) =>
  apiQuery("searchTransactions", { query: { serviceCardId, limit: TRANSACTIONS_SHOWN } });

/** Reads a page of the list; the previous one is shown while it loads. */
export const useCards = (params: URLSearchParams) =>
  useQuery({ ...cardsQuery(params), placeholderData: (before) => before });

/** Returns the card from a list that was read before, for the time until it is loaded. */
export const useListedCard = (serviceCardId: string): CardSummary | undefined =>
  useListed("listCards", ({ cards }) => cards.find((each) => each.serviceCardId === serviceCardId));

export const useCard = (serviceCardId: string) => useQuery(cardQuery(serviceCardId));

/** Reads what the card owes: the network collected more than the card had. */
export const useCardShortfall = (serviceCardId: string) =>
  useQuery(cardShortfallQuery(serviceCardId));

export const useCardTransactions = (serviceCardId: string) =>
  useQuery(cardTransactionsQuery(serviceCardId));

const HELD_DEPOSITS_SHOWN = 20;

/**
 * The query of the deposits that the operator holds for a terminated card, by its deposit address: the list of all held
 * deposits can be longer than a page.
 */
export const heldDepositsQuery = (depositAddress: string) =>
  apiQuery("listDeposits", {
    query: { status: "held", search: depositAddress, limit: HELD_DEPOSITS_SHOWN },
  });

export const useHeldDeposits = (depositAddress: string) =>
  useQuery(heldDepositsQuery(depositAddress));

/** Reads the wallet balance. */
export const useBalance = () => useQuery(apiQuery("getBalance", {}));

/** Reads the partner's fees, and the limits of each form. */
export const useTerms = () => useQuery(apiQuery("getTerms", {}));

/** Searches for users who can get a card. */
export const useUsersToChoose = (search: string) =>
  useQuery({
    ...apiQuery("listUsers", {
      query: {
        ...(search === "" ? {} : { search }),
        status: "approved",
        sort: "name",
        limit: USERS_OFFERED,
      },
    }),
    placeholderData: (before) => before,
  });

/** Searches for users, for the user filter. */
export const useUsersFound = (search: string) =>
  useQuery({
    ...apiQuery("listUsers", {
      query: { ...(search === "" ? {} : { search }), limit: USERS_FOUND },
    }),
    placeholderData: (before) => before,
  });

/** Reads the user of the filter, or the chosen user. */
export const useUser = (serviceId: string | null) =>
  useQuery({
    ...apiQuery("getUser", { params: { serviceId: serviceId ?? "" } }),
    enabled: serviceId !== null,
  });

/** Returns the address of the export of all pages of the filtered list. */
export function exportPath(params: URLSearchParams, timeZone: string): string {
  const named = FILTERS.map((name) => [name, params.get(name) || undefined]);
  const query = { ...Object.fromEntries(named), timeZone };
  return buildRequest("exportCards", { query }).path;
}
