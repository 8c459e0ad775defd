import { GET as searchTransactions } from "@/app/api/v1/partner/transactions/route";
import { GET as listWalletTransactions } from "@/app/api/v1/partner/wallet/transactions/route";
import {
  cardTransactionsQuery,
  isWallet,
  walletTransactionsQuery,
} from "@/components/transactions/queries";
import type { Prefetch } from "./prefetch";

/** Returns the query of the transactions page: the cards' or the wallet's, by the address. */
export function transactionsRead(search: URLSearchParams): Prefetch {
  return isWallet(search)
    ? [walletTransactionsQuery(search), listWalletTransactions]
    : [cardTransactionsQuery(search), searchTransactions];
}
