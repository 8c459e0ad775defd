"use client";

import { useAddress } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilteredExport } from "@/components/ui/late-filters";
import { ListState } from "@/components/ui/list-state";
import { LongName } from "@/components/ui/long-name";
import { Pagination } from "@/components/ui/pagination";
import { Time } from "@/components/ui/time";
import { capitalised } from "@/components/ui/words";
import { toApiError } from "@/lib/api/client/api-error";
import { BooksFrame } from "./books-frame";
import { type Shortfall, useShortfalls } from "./queries";

const COLUMNS: readonly Column<Shortfall>[] = [
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
  { name: "Partner", isFolded: true, cell: ({ partnerName }) => <LongName name={partnerName} /> },
  {
    name: "Card status",
    width: "w-28",
    isFolded: true,
    cell: ({ status }) => capitalised(status),
  },
  { name: "Since", width: "w-28", isFolded: true, cell: ({ since }) => <Time instant={since} /> },
  {
    name: "Owed",
    width: "w-32 sm:w-36",
    isNumber: true,
    cell: ({ amount }) => <Amount value={amount} />,
  },
];

/** The page of the cards that owe a shortfall. Each leads to the journals of its shortfall account. */
export function ShortfallsScreen() {
  const { params } = useAddress();
  const { data, error, isPending, isPlaceholderData, refetch } = useShortfalls(params);
  return (
    <BooksFrame
      actions={
        data &&
        data.pagination.total > 0 && (
          <FilteredExport path="/api/admin/books/shortfalls/export" names={[]} />
        )
      }
    >
      <ListState
        what="shortfalls"
        isPending={isPending}
        failure={data || !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {data?.pagination.total === 0 && (
        <EmptyState title="No card owes a shortfall">
          When the card network collects more than a card has, the card is listed here until its
          next funding, deposit or refund pays the amount, or a correction does.
        </EmptyState>
      )}
      {data && data.pagination.total > 0 && (
        <>
          <p>
            <span className="block text-small text-quiet">Owed by cards</span>
            <Amount value={data.total} className="text-large font-semibold" />
          </p>
          <DataTable
            label="Card shortfalls"
            columns={COLUMNS}
            rows={data.shortfalls}
            keyOf={({ serviceCardId }) => serviceCardId}
            hrefOf={(serviceCardId) =>
              `/admin/books/journals?account=card_shortfall:${serviceCardId}`
            }
            note={({ partnerName, status, since }) => (
              <>
                {partnerName} · {status} · <Time instant={since} />
              </>
            )}
            isStale={isPlaceholderData}
          />
          <Pagination {...data.pagination} />
        </>
      )}
    </BooksFrame>
  );
}
