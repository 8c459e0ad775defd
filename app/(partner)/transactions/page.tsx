import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listCardTransactions } from "@/app/api/v1/partner/card/transactions/route";
import { GET as listWalletTransactions } from "@/app/api/v1/partner/wallet/transactions/route";
import {
  cardTransactionsQuery,
  isWallet,
  walletTransactionsQuery,
} from "@/components/transactions/queries";
import { TransactionsScreen } from "@/components/transactions/transactions-screen";

export const metadata: Metadata = { title: "Transactions" };

export default async function TransactionsPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/transactions", search);
  const read = isWallet(search)
    ? ([walletTransactionsQuery(search), listWalletTransactions] as const)
    : ([cardTransactionsQuery(search), listCardTransactions] as const);
  return (
    <Prefetched reads={[read]}>
      <TransactionsScreen />
    </Prefetched>
  );
}
