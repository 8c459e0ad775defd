"use client";

import { Amount } from "@/components/ui/amount";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Pagination } from "@/components/ui/pagination";
import { Time } from "@/components/ui/time";
import type { SheetRows } from "@/components/ui/use-sheet";
import type { ApiData } from "@/lib/api/client/types";
import { CardState } from "./card-state";
import type { CardSummary } from "./queries";

/** The name of the reader's choice of columns. */
export const LIST = "cards";

export const COLUMNS: readonly Column<CardSummary>[] = [
  {
    name: "Card",
    width: "sm:w-32",
    cell: ({ last4 }) => (
      <span className="whitespace-nowrap tabular-nums">
        <span aria-hidden="true">•••• </span>
        <span className="sr-only">Card ending </span>
        {last4}
      </span>
    ),
  },
  {
    name: "Name",
    isFolded: true,
    cell: ({ cardName }) => <span className="line-clamp-1 break-all">{cardName}</span>,
  },
  {
    name: "Status",
    width: "w-32",
    isFolded: true,
    cell: ({ status }) => <CardState status={status} />,
  },
  {
    name: "Funding",
    width: "w-24",
    isFolded: true,
    isSpare: true,
    cell: ({ fundingType }) => (fundingType === "float" ? "Float" : "Crypto"),
  },
  {
    name: "Created",
    width: "w-28",
    sorts: ["newest", "oldest"],
    isFolded: true,
    isSpare: true,
    cell: ({ createdAt }) => <Time instant={createdAt} />,
  },
  {
    name: "Authorized",
    width: "w-36",
    isFolded: true,
    // Beside an open sheet the name needs the width.
    isSpare: true,
    isNumber: true,
    cell: ({ availableBalance, ledgerBalance }) =>
      ledgerBalance > availableBalance ? (
        <Amount value={ledgerBalance - availableBalance} />
      ) : (
        <span className="text-quiet">–</span>
      ),
  },
  {
    name: "Available",
    width: "w-36",
    isNumber: true,
    cell: ({ availableBalance }) => <Amount value={availableBalance} />,
  },
];

interface CardsTableProps extends SheetRows {
  page: ApiData<"listCards">;
  isStale: boolean;
}

/** The table of cards with its pagination. */
export function CardsTable({ page, ...rest }: CardsTableProps) {
  return (
    <>
      <DataTable
        label="Cards"
        list={LIST}
        columns={COLUMNS}
        rows={page.cards}
        keyOf={({ serviceCardId }) => serviceCardId}
        note={({ cardName, status }) => (
          <>
            <span className="line-clamp-1 break-all">{cardName}</span>
            <CardState status={status} />
          </>
        )}
        {...rest}
      />
      <Pagination {...page.pagination} />
    </>
  );
}
