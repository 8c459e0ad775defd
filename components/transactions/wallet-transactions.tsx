"use client";

import { useAddress } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Pagination } from "@/components/ui/pagination";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/fetch/api-error";
import { type RowsProps, useWalletTransactions, type WalletTransaction } from "./queries";
import { CATEGORIES } from "./words";

const COLUMNS: readonly Column<WalletTransaction>[] = [
  {
    name: "What",
    cell: ({ narration }) => <span className="line-clamp-1 break-all">{narration}</span>,
  },
  { name: "Kind", isFolded: true, cell: ({ category }) => CATEGORIES[category] },
  { name: "When", isFolded: true, cell: ({ createdAt }) => <Time instant={createdAt} /> },
  {
    name: "Amount",
    isNumber: true,
    cell: ({ amount, type }) => (
      <Amount value={amount} direction={type === "credit" ? "in" : "out"} />
    ),
  },
];

/** Every movement of the wallet: their sum is its balance. */
export function WalletTransactions({ selectedId, hrefOf, onOpen }: RowsProps) {
  const { params } = useAddress();
  const list = useWalletTransactions(params);
  if (list.isPending) return <SkeletonRows label="Loading the transactions" />;
  if (!list.data)
    return (
      <ErrorPanel
        title="The transactions could not be loaded"
        failure={toApiError(list.error)}
        onRetry={() => list.refetch()}
      />
    );
  const { transactions, ...pagination } = list.data;
  if (pagination.total === 0)
    return (
      <EmptyState title="Movements of the wallet will be here">
        <p>Deposits, what goes to cards and comes back from them, fees and withdrawals.</p>
      </EmptyState>
    );
  return (
    <>
      <DataTable
        label="Wallet transactions"
        columns={COLUMNS}
        rows={transactions}
        keyOf={({ _id }) => _id}
        hrefOf={({ _id }) => hrefOf(_id)}
        onOpen={({ _id }) => onOpen(_id)}
        selectedKey={selectedId}
        note={({ category, createdAt }) => (
          <>
            {CATEGORIES[category]} · <Time instant={createdAt} />
          </>
        )}
        isStale={list.isPlaceholderData}
      />
      <Pagination {...pagination} />
    </>
  );
}
