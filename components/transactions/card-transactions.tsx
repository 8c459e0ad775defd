"use client";

import Link from "next/link";
import { useAddress } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Pagination } from "@/components/ui/pagination";
import { SkeletonRows } from "@/components/ui/skeleton";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/fetch/api-error";
import { type CardTransaction, type RowsProps, useCardTransactions } from "./queries";
import { directionOf, STATES, TYPES } from "./words";

const COLUMNS: readonly Column<CardTransaction>[] = [
  {
    name: "What",
    cell: ({ merchantName, description }) => (
      <span className="line-clamp-1 break-all">{merchantName || description}</span>
    ),
  },
  {
    name: "Country",
    isFolded: true,
    isSpare: true,
    cell: ({ merchantCountry }) => merchantCountry || "None",
  },
  {
    name: "Type",
    isFolded: true,
    isSpare: true,
    cell: ({ transactionType }) => TYPES[transactionType],
  },
  { name: "State", isFolded: true, cell: ({ status }) => <StateWord {...STATES[status]} /> },
  { name: "When", isFolded: true, cell: ({ createdAt }) => <Time instant={createdAt} /> },
  {
    name: "Amount",
    isNumber: true,
    cell: (each) => <Amount value={each.amount} direction={directionOf(each)} />,
  },
];

/** What was bought with the cards, and what came back. */
export function CardTransactions({ selectedId, hrefOf, onOpen }: RowsProps) {
  const { params } = useAddress();
  const list = useCardTransactions(params);
  if (list.isPending) return <SkeletonRows label="Loading the transactions" />;
  if (!list.data)
    return (
      <ErrorPanel
        title="The transactions could not be loaded"
        failure={toApiError(list.error)}
        onRetry={() => list.refetch()}
      />
    );
  const { transactions, pagination } = list.data;
  if (pagination.total === 0)
    return (
      <EmptyState
        title={params.has("card") ? "This card has no transactions" : "Purchases will be here"}
      >
        <p>
          Each purchase appears as it is made: held first, settled when the merchant collects it, or
          declined with its reason.{" "}
          <Link href="/cards" className="text-accent underline underline-offset-4">
            See the cards
          </Link>
        </p>
      </EmptyState>
    );
  return (
    <>
      <DataTable
        label="Card transactions"
        columns={COLUMNS}
        rows={transactions}
        keyOf={({ serviceTransactionId }) => serviceTransactionId}
        hrefOf={({ serviceTransactionId }) => hrefOf(serviceTransactionId)}
        onOpen={({ serviceTransactionId }) => onOpen(serviceTransactionId)}
        selectedKey={selectedId}
        note={({ status, createdAt }) => (
          <>
            {STATES[status].word} · <Time instant={createdAt} />
          </>
        )}
        isStale={list.isPlaceholderData}
      />
      <Pagination {...pagination} />
    </>
  );
}
