import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ChainTransaction } from "@/components/explorer/chain-transaction";
import { showTransaction } from "@/lib/chain/show-transaction";

export const metadata: Metadata = { title: "Transaction" };

interface Props {
  params: Promise<{ chain: string; hash: string }>;
}

export default async function TransactionPage({ params }: Props) {
  const { chain, hash } = await params;
  const transaction = await showTransaction(chain, hash);
  if (!transaction) notFound();
  return <ChainTransaction transaction={transaction} />;
}
