"use client";

import Link from "next/link";
import { useAddress } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterAmount } from "@/components/ui/filter-amount";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterChoice } from "@/components/ui/filter-choice";
import { FilterDates } from "@/components/ui/filter-dates";
import { ListState } from "@/components/ui/list-state";
import { NoMatch } from "@/components/ui/no-match";
import { Pagination } from "@/components/ui/pagination";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { useCleared } from "@/components/ui/use-cleared";
import { toApiError } from "@/lib/api/client/api-error";
import {
  directionOf,
  KINDS,
  kindOf,
  STATUS_WORDS,
  transactionTitle,
} from "@/lib/cards/transaction-words";
import { CardFilter } from "./card-filter";
import { CARD_FILTERS, type CardTransaction, type RowsProps, useCardTransactions } from "./queries";
import { TransactionsHeader } from "./transactions-header";
import { KIND_OPTIONS, STATUS_OPTIONS } from "./words";

const COLUMNS: readonly Column<CardTransaction>[] = [
  {
    name: "Description",
    cell: (each) => <span className="line-clamp-1 break-all">{transactionTitle(each)}</span>,
  },
  {
    name: "Country",
    isFolded: true,
    isSpare: true,
    cell: ({ merchantCountry }) => merchantCountry || "–",
  },
  {
    name: "Type",
    isFolded: true,
    isSpare: true,
    cell: (each) => KINDS[kindOf(each)].word,
  },
  {
    name: "Status",
    isFolded: true,
    cell: ({ status }) => <StateWord {...STATUS_WORDS[status]} />,
  },
  {
    name: "Date",
    sorts: ["newest", "oldest"],
    isFolded: true,
    cell: ({ createdAt }) => <Time instant={createdAt} />,
  },
  {
    name: "Amount",
    sorts: ["largest", "smallest"],
    isNumber: true,
    cell: (each) => <Amount value={each.amount} direction={directionOf(each)} />,
  },
];

function Filters() {
  return (
    <FilterBar names={CARD_FILTERS}>
      <FilterChoice name="status" label="Status" options={STATUS_OPTIONS} />
      <FilterChoice name="kind" label="Type" options={KIND_OPTIONS} />
      <CardFilter />
      <FilterDates />
      <FilterAmount />
    </FilterBar>
  );
}

function NoneYet() {
  return (
    <EmptyState title="No transactions yet">
      <p>
        Purchases appear here when they are authorized, settled, reversed or declined.{" "}
        <Link href="/cards" className="text-accent underline underline-offset-4">
          View cards
        </Link>
      </p>
    </EmptyState>
  );
}

/** The list of card transactions. */
export function CardTransactions({ selectedId, hrefOf, onOpen }: RowsProps) {
  const { params } = useAddress();
  const { isFiltered, clearedHref } = useCleared(CARD_FILTERS);
  const list = useCardTransactions(params);
  const total = list.data?.pagination.total;
  const isEmpty = total === 0 && !isFiltered;
  return (
    <>
      <TransactionsHeader count={total} />
      {!isEmpty && <Filters />}
      <ListState
        what="transactions"
        isPending={list.isPending}
        failure={list.data || !list.error ? undefined : toApiError(list.error)}
        onRetry={() => list.refetch()}
        clearedHref={clearedHref}
      />
      {isEmpty && <NoneYet />}
      {isFiltered && total === 0 && <NoMatch what="transaction" clearedHref={clearedHref} />}
      {list.data && list.data.pagination.total > 0 && (
        <>
          <DataTable
            label="Card transactions"
            columns={COLUMNS}
            rows={list.data.transactions}
            keyOf={({ serviceTransactionId }) => serviceTransactionId}
            hrefOf={({ serviceTransactionId }) => hrefOf(serviceTransactionId)}
            onOpen={({ serviceTransactionId }) => onOpen(serviceTransactionId)}
            selectedKey={selectedId}
            note={({ status, createdAt }) => (
              <>
                {STATUS_WORDS[status].word} · <Time instant={createdAt} />
              </>
            )}
            isStale={list.isPlaceholderData}
          />
          <Pagination {...list.data.pagination} />
        </>
      )}
    </>
  );
}
