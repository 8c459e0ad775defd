import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData } from "@/lib/api/client/types";
import { directionOf, transactionTitle } from "@/lib/cards/transaction-words";

export type Overview = ApiData<"getOverview">;
export type WalletTransaction = ApiData<"listWalletTransactions">["transactions"][number];
export type CardTransaction = ApiData<"listCardTransactions">["transactions"][number];

const ACTIVITY_SHOWN = 8;

export const overviewQuery = (timeZone: string) => apiQuery("getOverview", { query: { timeZone } });
export const walletActivityQuery = apiQuery("listWalletTransactions", {
  query: { limit: ACTIVITY_SHOWN },
});
export const cardActivityQuery = apiQuery("listCardTransactions", {
  query: { limit: ACTIVITY_SHOWN },
});

/** Reads the overview; the previous one is shown while the days of another zone load. */
export const useOverview = (timeZone: string) =>
  useQuery({ ...overviewQuery(timeZone), placeholderData: (before) => before });

export interface Activity {
  id: string;
  text: string;
  detail: string;
  amount: number;
  direction: "in" | "out" | undefined;
  /** The page of its details. */
  href: string;
  createdAt: string;
}

function ofWallet({ _id, narration, amount, type, createdAt }: WalletTransaction) {
  const direction: Activity["direction"] = type === "credit" ? "in" : "out";
  const href = `/transactions/${_id}?of=wallet`;
  return { id: _id, text: narration, detail: "Wallet", amount, direction, href, createdAt };
}

function ofCard(transaction: CardTransaction): Activity {
  return {
    id: transaction.serviceTransactionId,
    text: transactionTitle(transaction),
    detail: `Card, ${transaction.status}`,
    amount: transaction.amount,
    direction: directionOf(transaction),
    href: `/transactions/${transaction.serviceTransactionId}`,
    createdAt: transaction.createdAt,
  };
}

/** Returns the latest transactions of the wallet and the cards; undefined until both are loaded. */
export function useActivity(): {
  activities: Activity[] | undefined;
  error: Error | null;
  refetch: () => void;
} {
  const wallet = useQuery(walletActivityQuery);
  const cards = useQuery(cardActivityQuery);
  const activities =
    wallet.data && cards.data
      ? [...wallet.data.transactions.map(ofWallet), ...cards.data.transactions.map(ofCard)]
          .sort((first, second) => second.createdAt.localeCompare(first.createdAt))
          .slice(0, ACTIVITY_SHOWN)
      : undefined;
  const refetch = () => void Promise.all([wallet.refetch(), cards.refetch()]);
  return { activities, error: wallet.error ?? cards.error, refetch };
}
