import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/lib/fetch/api-query";
import type { ApiData } from "@/lib/fetch/types";

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
const of = (params: URLSearchParams, name: string) => params.get(name) || undefined;

/** Whether a page's address asks for the wallet's transactions; else it is the cards'. */
export const isWallet = (params: URLSearchParams) => params.get("of") === "wallet";

/** Which card transactions a page's address asks for. */
export const cardTransactionsQuery = (params: URLSearchParams) =>
  apiQuery("listCardTransactions", {
    query: { serviceCardId: of(params, "card"), skip: of(params, "skip"), limit: PAGE_SIZE },
  });

/** Which wallet transactions a page's address asks for. */
export const walletTransactionsQuery = (params: URLSearchParams) =>
  apiQuery("listWalletTransactions", { query: { skip: of(params, "skip"), limit: PAGE_SIZE } });

/** A page of the list; the one before stays until it is there. */
export const useCardTransactions = (params: URLSearchParams) =>
  useQuery({ ...cardTransactionsQuery(params), placeholderData: (before) => before });

export const useWalletTransactions = (params: URLSearchParams) =>
  useQuery({ ...walletTransactionsQuery(params), placeholderData: (before) => before });

/** One line, of a card or of the wallet. */
export const transactionQuery = (transactionId: string) =>
  apiQuery("getTransaction", { params: { transactionId } });

export const useTransaction = (transactionId: string) => useQuery(transactionQuery(transactionId));
