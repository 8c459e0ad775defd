import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { transactionsRead } from "@/app/_server/transactions-read";
import { ExplainOpen } from "@/components/explain/explain-open";
import { TransactionsScreen } from "@/components/transactions/transactions-screen";

export const metadata: Metadata = { title: "Transactions" };

export default async function TransactionsPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/transactions", search);
  return (
    <Prefetched reads={[transactionsRead(search)]}>
      <TransactionsScreen explanation={<ExplainOpen base="/transactions" />} />
    </Prefetched>
  );
}
