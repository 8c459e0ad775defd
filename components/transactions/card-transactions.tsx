"use client";

import dynamic from "next/dynamic";
import { useAddress } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { countryName } from "@/components/ui/country-name";
import { type Column, DataTable } from "@/components/ui/data-table";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterAmount, FilterChoices, FilterDates, Pagination } from "@/components/ui/late-filters";
import { ColumnChoice, ViewMenu } from "@/components/ui/late-menus";
import { ListState } from "@/components/ui/list-state";
import { NoMatch } from "@/components/ui/no-match";
import { SearchField } from "@/components/ui/search-field";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { useCleared } from "@/components/ui/use-cleared";
import type { SheetRows } from "@/components/ui/use-sheet";
import { toApiError } from "@/lib/api/client/api-error";
import {
  directionOf,
  KINDS,
  kindOfCategory,
  STATUS_WORDS,
  transactionTitle,
} from "@/lib/cards/transaction-words";
import { CARD_FILTERS, type CardTransaction, useCardTransactions } from "./queries";
import { PATH, TransactionsHeader } from "./transactions-header";
import { DECLINE_OPTIONS, KIND_OPTIONS, STATUS_OPTIONS } from "./words";

// Rendered by the server, and loaded after the page.
const CardFilter = dynamic(() => import("./card-filter").then(({ CardFilter }) => CardFilter));

// Of long lists only.
const SearchedPart = dynamic(() =>
  import("./searched-part").then(({ SearchedPart }) => SearchedPart),
);

// Most partners have transactions.
const NoneYet = dynamic(() => import("./none-yet").then(({ NoneYet }) => NoneYet));

/** The name of the reader's choice of columns. */
const LIST = "card-transactions";

const COLUMNS: readonly Column<CardTransaction>[] = [
  {
    name: "Merchant",
    cell: (each) => <span className="line-clamp-1 break-all">{transactionTitle(each)}</span>,
  },
  { name: "Cardholder", isFolded: true, cell: (each) => <Cardholder {...each} /> },
  {
    name: "Type",
    width: "w-32",
    isFolded: true,
    isSpare: true,
    cell: (each) => KINDS[kindOfCategory(each)].word,
  },
  {
    name: "Country",
    width: "w-36",
    isFolded: true,
    isSpare: true,
    isHidden: true,
    cell: ({ merchantCountry }) => (
      <span className="line-clamp-1">{countryName(merchantCountry) || "–"}</span>
    ),
  },
  {
    name: "Status",
    width: "w-28",
    isFolded: true,
    cell: ({ status }) => <StateWord {...STATUS_WORDS[status]} />,
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
    width: "w-32",
    sorts: ["largest", "smallest"],
    isNumber: true,
    cell: (each) => (
      <>
        <Amount value={each.amount} direction={directionOf(each)} />
        {each.fxFee > 0 && each.status !== "declined" && (
          <span className="block whitespace-nowrap text-quiet">
            + {each.fxFee.toFixed(2)} FX fee
          </span>
        )}
      </>
    ),
  },
];

/** The person and the card of a transaction. */
function Cardholder({ card, user }: CardTransaction) {
  return (
    <span className="flex min-w-0 items-baseline gap-2 @max-3xl:flex-col @max-3xl:gap-0">
      <span className="max-w-full truncate">{user.isDeleted ? "Deleted user" : user.name}</span>
      <span className="whitespace-nowrap text-quiet tabular-nums">
        <span aria-hidden="true">•• </span>
        <span className="sr-only">card ending </span>
        {card.last4}
      </span>
    </span>
  );
}

function Filters() {
  return (
    <FilterBar names={CARD_FILTERS}>
      <SearchField label="Merchant, name, last 4, amount or ID" />
      <FilterChoices name="status" label="Status" options={STATUS_OPTIONS} />
      <FilterChoices name="kind" label="Type" options={KIND_OPTIONS} />
      <FilterChoices name="declinedReason" label="Decline reason" options={DECLINE_OPTIONS} />
      <CardFilter />
      <FilterDates />
      <FilterAmount />
      <ViewMenu path={PATH} />
      <ColumnChoice list={LIST} columns={COLUMNS} />
    </FilterBar>
  );
}

/** The list of card transactions. */
export function CardTransactions(rows: SheetRows) {
  const { params } = useAddress();
  const { isFiltered, clearedHref } = useCleared(CARD_FILTERS);
  const list = useCardTransactions(params);
  const { total, searchedUntil } = list.data?.pagination ?? {};
  const isEmpty = total === 0 && !isFiltered;
  return (
    <>
      <TransactionsHeader count={list.data?.pagination} />
      {!isEmpty && <Filters />}
      <ListState
        what="transactions"
        columns={COLUMNS}
        isPending={list.isPending}
        failure={list.data || !list.error ? undefined : toApiError(list.error)}
        onRetry={() => list.refetch()}
        clearedHref={clearedHref}
      />
      {isEmpty && <NoneYet />}
      {isFiltered && total === 0 && !searchedUntil && (
        <NoMatch what="transaction" clearedHref={clearedHref} />
      )}
      {list.data && list.data.pagination.total > 0 && (
        <>
          <DataTable
            label="Card transactions"
            list={LIST}
            columns={COLUMNS}
            rows={list.data.transactions}
            keyOf={({ serviceTransactionId }) => serviceTransactionId}
            {...rows}
            note={(each) => (
              <>
                <Cardholder {...each} />
                {STATUS_WORDS[each.status].word} · <Time instant={each.createdAt} isToMinute />
              </>
            )}
            isStale={list.isPlaceholderData}
          />
          <Pagination {...list.data.pagination} length={list.data.transactions.length} />
        </>
      )}
      {list.data && searchedUntil && <SearchedPart {...list.data} until={searchedUntil} />}
    </>
  );
}
