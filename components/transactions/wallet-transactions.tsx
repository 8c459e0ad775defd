"use client";

import { useAddress } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterAmount, FilterChoices, FilterDates, Pagination } from "@/components/ui/late-filters";
import { ColumnChoice, ViewMenu } from "@/components/ui/late-menus";
import { ListState } from "@/components/ui/list-state";
import { NoMatch } from "@/components/ui/no-match";
import { Time } from "@/components/ui/time";
import { useCleared } from "@/components/ui/use-cleared";
import type { SheetRows } from "@/components/ui/use-sheet";
import { toApiError } from "@/lib/api/client/api-error";
import { CardFilter } from "./card-filter";
import { useWalletTransactions, WALLET_FILTERS, type WalletTransaction } from "./queries";
import { PATH, TransactionsHeader } from "./transactions-header";
import { CATEGORIES, CATEGORY_OPTIONS, SIDE_OPTIONS } from "./words";

const LIST = "wallet-transactions";

const COLUMNS: readonly Column<WalletTransaction>[] = [
  {
    name: "Description",
    cell: ({ narration }) => <span className="line-clamp-1 break-all">{narration}</span>,
  },
  {
    name: "Type",
    width: "w-48",
    isFolded: true,
    isSpare: true,
    cell: ({ category }) => CATEGORIES[category],
  },
  {
    name: "Date",
    width: "w-32",
    sorts: ["newest", "oldest"],
    isFolded: true,
    cell: ({ createdAt }) => <Time instant={createdAt} isToMinute />,
  },
  {
    name: "Amount",
    width: "w-36",
    sorts: ["largest", "smallest"],
    isNumber: true,
    cell: ({ amount, type }) => (
      <Amount value={amount} direction={type === "credit" ? "in" : "out"} />
    ),
  },
];

function Filters() {
  return (
    <FilterBar names={WALLET_FILTERS}>
      <FilterChoices name="type" label="Direction" options={SIDE_OPTIONS} />
      <FilterChoices name="category" label="Type" options={CATEGORY_OPTIONS} />
      <CardFilter />
      <FilterDates />
      <FilterAmount />
      <ColumnChoice list={LIST} columns={COLUMNS} />
      <ViewMenu path={PATH} />
    </FilterBar>
  );
}

/** The list of wallet transactions; their sum is the balance. */
export function WalletTransactions(rows: SheetRows) {
  const { params } = useAddress();
  const { isFiltered, clearedHref } = useCleared(WALLET_FILTERS);
  const list = useWalletTransactions(params);
  const total = list.data?.total;
  const isEmpty = total === 0 && !isFiltered;
  return (
    <>
      <TransactionsHeader count={list.data} />
      {!isEmpty && <Filters />}
      <ListState
        what="transactions"
        columns={COLUMNS}
        isPending={list.isPending}
        failure={list.data || !list.error ? undefined : toApiError(list.error)}
        onRetry={() => list.refetch()}
        clearedHref={clearedHref}
      />
      {isEmpty && (
        <EmptyState title="No wallet transactions yet">
          <p>Deposits, card funding, card withdrawals, fees and withdrawals appear here.</p>
        </EmptyState>
      )}
      {isFiltered && total === 0 && <NoMatch what="transaction" clearedHref={clearedHref} />}
      {list.data && list.data.total > 0 && (
        <>
          <DataTable
            label="Wallet transactions"
            list={LIST}
            columns={COLUMNS}
            rows={list.data.transactions}
            keyOf={({ _id }) => _id}
            {...rows}
            note={({ category, createdAt }) => (
              <>
                {CATEGORIES[category]} · <Time instant={createdAt} isToMinute />
              </>
            )}
            isStale={list.isPlaceholderData}
          />
          <Pagination {...list.data} />
        </>
      )}
    </>
  );
}
