import { useQuery } from "@tanstack/react-query";
import { pageOf } from "@/components/ui/page-of";
import { apiQuery } from "@/lib/api/client/api-query";
import { buildRequest } from "@/lib/api/client/build-request";
import type { ApiData } from "@/lib/api/client/types";
import { useListed } from "@/lib/api/client/use-listed";
import { AUTHORIZATION_KINDS } from "@/lib/cards/transaction-words";

export type CardTransaction = ApiData<"searchTransactions">["transactions"][number];
export type TransactionDetail = ApiData<"getTransaction">;
export type CardDetail = Extract<TransactionDetail, { kind: "card" }>;
export type WalletDetail = Extract<TransactionDetail, { kind: "wallet" }>;
export type WalletTransaction = ApiData<"listWalletTransactions">["transactions"][number];

const PAGE_SIZE = 50;

/** The parameters of the address that filter the cards' and the wallet's list. */
export const CARD_FILTERS = [
  "search",
  "card",
  "status",
  "kind",
  "declinedReason",
  "from",
  "to",
  "amountMin",
  "amountMax",
] as const;
export const WALLET_FILTERS = [
  "type",
  "category",
  "card",
  "from",
  "to",
  "amountMin",
  "amountMax",
] as const;

/** Purchases and cash withdrawals together: links and saved views from before the filter took several kinds. */
const AUTHORIZATION = "authorization";

/** Returns the named filters of an address; `card` is the card's id. The API validates the values. */
function filtersOf(params: URLSearchParams, names: readonly string[]): Record<string, string> {
  const named = names.flatMap((name): [string, string][] => {
    const value = params.get(name);
    if (!value) return [];
    if (name === "kind" && value === AUTHORIZATION) return [[name, AUTHORIZATION_KINDS]];
    return [[name === "card" ? "serviceCardId" : name, value]];
  });
  return Object.fromEntries(named);
}

/** Returns whether the address selects the wallet's transactions rather than the cards'. */
export const isWallet = (params: URLSearchParams) => params.get("of") === "wallet";

/** The query of the card transactions for an address. */
export const cardTransactionsQuery = (params: URLSearchParams) =>
  apiQuery("searchTransactions", {
    query: { ...filtersOf(params, [...CARD_FILTERS, "sort"]), ...pageOf(params), limit: PAGE_SIZE },
  });

/** The query of the wallet transactions for an address. */
export const walletTransactionsQuery = (params: URLSearchParams) =>
  apiQuery("listWalletTransactions", {
    query: {
      ...filtersOf(params, [...WALLET_FILTERS, "sort"]),
      ...pageOf(params),
      limit: PAGE_SIZE,
    },
  });

/** Returns the address of the export of all pages of the filtered list. */
export function exportPath(params: URLSearchParams, timeZone: string): string {
  const id = isWallet(params) ? "exportWalletTransactions" : "exportCardTransactions";
  const names = isWallet(params) ? WALLET_FILTERS : CARD_FILTERS;
  return buildRequest(id, { query: { ...filtersOf(params, names), timeZone } }).path;
}

const CARDS_OFFERED = 6;

/** Searches for cards. */
export const useCardsToChoose = (search: string) =>
  useQuery({
    ...apiQuery("listCards", {
      query: { ...(search === "" ? {} : { search }), limit: CARDS_OFFERED },
    }),
    placeholderData: (before) => before,
  });

/** Reads the card of the filter. */
export const useCard = (serviceCardId: string | null) =>
  useQuery({
    ...apiQuery("getCard", { params: { serviceCardId: serviceCardId ?? "" } }),
    enabled: serviceCardId !== null,
  });

/** Reads a page of the list; the previous one is shown while it loads. */
export const useCardTransactions = (params: URLSearchParams) =>
  useQuery({ ...cardTransactionsQuery(params), placeholderData: (before) => before });

export const useWalletTransactions = (params: URLSearchParams) =>
  useQuery({ ...walletTransactionsQuery(params), placeholderData: (before) => before });

/** The query of one transaction, of a card or of the wallet. */
export const transactionQuery = (transactionId: string) =>
  apiQuery("getTransaction", { params: { transactionId } });

/** Returns the transaction of a card from a list that was read before, for the time until it is loaded. */
export const useListedCardTransaction = (transactionId: string): CardTransaction | undefined =>
  useListed("searchTransactions", ({ transactions }) =>
    transactions.find(({ serviceTransactionId }) => serviceTransactionId === transactionId),
  );

/** Returns the transaction of the wallet from a list that was read before, for the time until it is loaded. */
export const useListedWalletTransaction = (transactionId: string): WalletTransaction | undefined =>
  useListed("listWalletTransactions", ({ transactions }) =>
    transactions.find(({ _id }) => _id === transactionId),
  );

export const useTransaction = (transactionId: string) => useQuery(transactionQuery(transactionId));
