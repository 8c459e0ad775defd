import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/lib/api/client/api-query";
import { buildRequest } from "@/lib/api/client/build-request";
import type { ApiData } from "@/lib/api/client/types";
import { KINDS, type Kind } from "@/lib/cards/transaction-words";

export type CardTransaction = ApiData<"listCardTransactions">["transactions"][number];
export type TransactionDetail = ApiData<"getTransaction">;
export type CardDetail = Extract<TransactionDetail, { kind: "card" }>;
export type WalletDetail = Extract<TransactionDetail, { kind: "wallet" }>;
export type WalletTransaction = ApiData<"listWalletTransactions">["transactions"][number];

/** For the rows of a list: which is open beside it, and how another one is opened. */
export interface RowsProps {
  selectedId: string | undefined;
  hrefOf: (id: string) => string;
  onOpen: (id: string) => void;
}

const PAGE_SIZE = 50;

/** The parts of the address that filter the cards' list, and the wallet's. */
export const CARD_FILTERS = [
  "card",
  "status",
  "kind",
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

/** The API's filters for a kind of the page. The API refuses a kind that does not exist, by its field. */
function ofKind(kind: string): [string, string][] {
  const isKnown = (name: string): name is Kind => Object.hasOwn(KINDS, name);
  return Object.entries(isKnown(kind) ? KINDS[kind].filters : { category: kind });
}

/** What the address says under these names; the card is `card` there. What it may say is decided by the API. */
function filtersOf(params: URLSearchParams, names: readonly string[]): Record<string, string> {
  const named = names.flatMap((name): [string, string][] => {
    const value = params.get(name);
    if (!value) return [];
    if (name === "kind") return ofKind(value);
    return [[name === "card" ? "serviceCardId" : name, value]];
  });
  return Object.fromEntries(named);
}

/** Whether a page's address asks for the wallet's transactions; else it is the cards'. */
export const isWallet = (params: URLSearchParams) => params.get("of") === "wallet";

/** Which card transactions a page's address asks for. */
export const cardTransactionsQuery = (params: URLSearchParams) =>
  apiQuery("listCardTransactions", {
    query: { ...filtersOf(params, [...CARD_FILTERS, "sort", "skip"]), limit: PAGE_SIZE },
  });

/** Which wallet transactions a page's address asks for. */
export const walletTransactionsQuery = (params: URLSearchParams) =>
  apiQuery("listWalletTransactions", {
    query: { ...filtersOf(params, [...WALLET_FILTERS, "sort", "skip"]), limit: PAGE_SIZE },
  });

/** Returns the address of the export of all pages of the filtered list. */
export function exportPath(params: URLSearchParams, timeZone: string): string {
  const id = isWallet(params) ? "exportWalletTransactions" : "exportCardTransactions";
  const names = isWallet(params) ? WALLET_FILTERS : CARD_FILTERS;
  return buildRequest(id, { query: { ...filtersOf(params, names), timeZone } }).path;
}

const CARDS_OFFERED = 6;

/** Cards to choose from, by what finds them. */
export const useCardsToChoose = (search: string) =>
  useQuery({
    ...apiQuery("listCards", {
      query: { ...(search === "" ? {} : { search }), limit: CARDS_OFFERED },
    }),
    placeholderData: (before) => before,
  });

/** The card that a list is held to. */
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

/** One line, of a card or of the wallet. */
export const transactionQuery = (transactionId: string) =>
  apiQuery("getTransaction", { params: { transactionId } });

export const useTransaction = (transactionId: string) => useQuery(transactionQuery(transactionId));
