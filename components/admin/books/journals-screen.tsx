"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useEffect } from "react";
import { useAddress } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { type Column, DataTable } from "@/components/ui/data-table";
import { FilteredExport } from "@/components/ui/late-filters";
import { ListPage } from "@/components/ui/list-page";
import { ListState } from "@/components/ui/list-state";
import { LongName } from "@/components/ui/long-name";
import { NoMatch } from "@/components/ui/no-match";
import { Older } from "@/components/ui/older";
import { Time } from "@/components/ui/time";
import { useSheet } from "@/components/ui/use-sheet";
import { JOURNAL_NAMES } from "@/lib/accounting/statement/journal-names";
import { toApiError } from "@/lib/api/client/api-error";
import { BooksFrame } from "./books-frame";
import { JOURNAL_FILTERS, type Journal, useJournals } from "./queries";

// Rendered by the server, and loaded after the page.
const JournalFilters = dynamic(() =>
  import("./journal-filters").then(({ JournalFilters }) => JournalFilters),
);

// Loaded after the list, before it is first opened.
const loadSheet = () => import("./journal-sheet").then(({ JournalSheet }) => JournalSheet);
const JournalSheet = dynamic(loadSheet);

const PATH = "/admin/books/journals";

const COLUMNS: readonly Column<Journal>[] = [
  { name: "Type", cell: ({ type }) => JOURNAL_NAMES[type] },
  {
    name: "Partner",
    isFolded: true,
    cell: ({ partnerName }) => <LongName name={partnerName ?? "Operator"} />,
  },
  {
    name: "Source",
    isFolded: true,
    isSpare: true,
    cell: ({ sourceId }) => <span className="line-clamp-1 font-mono break-all">{sourceId}</span>,
  },
  {
    name: "Time",
    width: "w-28",
    isFolded: true,
    cell: ({ createdAt }) => <Time instant={createdAt} />,
  },
  {
    name: "Amount",
    width: "w-32 sm:w-36",
    isNumber: true,
    cell: ({ amount }) => <Amount value={amount} />,
  },
];

/** The page of all journals, newest first. */
export function JournalsScreen({ partnerFilter }: { partnerFilter: ReactNode }) {
  const { params } = useAddress();
  const { selectedId, rows, sheet } = useSheet(PATH);
  useEffect(() => void loadSheet(), []);
  const { data, error, isPending, isPlaceholderData, refetch } = useJournals(params);
  return (
    <ListPage
      sheet={selectedId && <JournalSheet key={selectedId} journalId={selectedId} {...sheet} />}
    >
      <BooksFrame
        actions={
          data &&
          data.journals.length > 0 && (
            <FilteredExport path="/api/admin/books/journals/export" names={JOURNAL_FILTERS} />
          )
        }
      >
        <JournalFilters partnerFilter={partnerFilter} />
        <ListState
          what="journals"
          isPending={isPending}
          failure={data && !error ? undefined : toApiError(error)}
          onRetry={() => refetch()}
        />
        {data && !error && data.journals.length === 0 && (
          <NoMatch what="journal" clearedHref={PATH} />
        )}
        {data && !error && data.journals.length > 0 && (
          <>
            <DataTable
              label="Journals"
              columns={COLUMNS}
              rows={data.journals}
              keyOf={({ journalId }) => journalId}
              {...rows}
              note={({ partnerName, createdAt }) => (
                <>
                  {partnerName ?? "Operator"} · <Time instant={createdAt} />
                </>
              )}
              isStale={isPlaceholderData}
            />
            <Older next={data.pagination.nextCursor} />
          </>
        )}
      </BooksFrame>
    </ListPage>
  );
}
