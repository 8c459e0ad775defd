import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { transactionsRead } from "@/app/_server/transactions-read";
import { GET as getTransaction } from "@/app/api/v1/partner/transactions/[transactionId]/route";
import { ExplainOpen } from "@/components/explain/explain-open";
import { transactionQuery } from "@/components/transactions/queries";
import { TransactionsScreen } from "@/components/transactions/transactions-screen";

export const metadata: Metadata = { title: "Transaction" };

interface TransactionPageProps {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function TransactionPage({ params, searchParams }: TransactionPageProps) {
  const { id } = await params;
  const search = await searchOf(searchParams);
  await requireSignedIn(`/transactions/${id}`, search);
  return (
    <Prefetched reads={[transactionsRead(search), [transactionQuery(id), getTransaction]]}>
      <TransactionsScreen explanation={<ExplainOpen base="/transactions" />} />
    </Prefetched>
  );
}
