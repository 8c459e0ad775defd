"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { goTo, useAddress } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterChoices, FilterDates, FilteredExport } from "@/components/ui/late-filters";
import { ListPage } from "@/components/ui/list-page";
import { ListState } from "@/components/ui/list-state";
import { LongName } from "@/components/ui/long-name";
import { NoMatch } from "@/components/ui/no-match";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { useReader } from "@/components/ui/reader";
import { SearchField } from "@/components/ui/search-field";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { useCleared } from "@/components/ui/use-cleared";
import { useSheet } from "@/components/ui/use-sheet";
import { KIND_WORDS, STATUS_WORDS } from "@/lib/accounting/postings/words";
import { toApiError } from "@/lib/api/client/api-error";
import { type ListedPosting, postingQuery, usePostings } from "./queries";

// Loaded separately, because only an open posting needs it.
const PostingSheet = dynamic(() =>
  import("./posting-sheet").then(({ PostingSheet }) => PostingSheet),
);

const RequestPosting = dynamic(() =>
  import("./request-posting").then(({ RequestPosting }) => RequestPosting),
);

const FILTERS = ["status", "partnerId", "search", "from", "to"];
const STATUS_OPTIONS = Object.entries(STATUS_WORDS).map(([value, { word }]) => ({ value, word }));

const COLUMNS: readonly Column<ListedPosting>[] = [
  { name: "Type", cell: ({ kind }) => KIND_WORDS[kind].name },
  {
    name: "Status",
    width: "w-44",
    isFolded: true,
    cell: ({ status }) => <StateWord {...STATUS_WORDS[status]} />,
  },
  {
    name: "Partner",
    isFolded: true,
    cell: ({ partnerName }) => <LongName name={partnerName ?? "Operator"} />,
  },
  {
    name: "Reason",
    isFolded: true,
    isSpare: true,
    cell: ({ reason }) => <LongName name={reason} />,
  },
  {
    name: "Requested by",
    width: "w-32",
    isFolded: true,
    isSpare: true,
    cell: ({ requestedBy }) => <LongName name={requestedBy.name} />,
  },
  {
    name: "Time",
    width: "w-24",
    isFolded: true,
    cell: ({ requestedAt }) => <Time instant={requestedAt} />,
  },
  {
    name: "Amount",
    width: "w-32",
    isNumber: true,
    cell: ({ amount }) => <Amount value={amount} />,
  },
];

/** The export of the list, and the request of a posting. */
function Actions({ hasRows, mayRequest }: { hasRows: boolean; mayRequest: boolean }) {
  const { withParams } = useAddress();
  return (
    <>
      {hasRows && <FilteredExport path="/api/admin/postings/export" names={FILTERS} />}
      {mayRequest && (
        <Button size="compact" onClick={() => goTo(withParams({ do: "request" }))}>
          Request posting
        </Button>
      )}
    </>
  );
}

/** What a phone shows under the type. */
const PostingNote = ({ partnerName, requestedAt, status }: ListedPosting) => (
  <>
    <span className="block">
      <StateWord {...STATUS_WORDS[status]} />
    </span>
    {partnerName ?? "Operator"} · <Time instant={requestedAt} />
  </>
);

/** The page of the operator postings, pending and decided. */
export function PostingsScreen({ partnerFilter }: { partnerFilter: ReactNode }) {
  const { params, withParams } = useAddress();
  const { selectedId, rows, sheet } = useSheet("/admin/postings");
  const client = useQueryClient();
  const { role } = useReader();
  const { data, error, isPending, isPlaceholderData, refetch } = usePostings(params);
  const total = data?.pagination.total;
  const { isFiltered, clearedHref } = useCleared(FILTERS);
  const close = () => goTo(withParams({ do: undefined }), { isReplacing: true });
  return (
    <ListPage
      sheet={selectedId && <PostingSheet key={selectedId} postingId={selectedId} {...sheet} />}
    >
      <PageHeader
        title="Operator postings"
        count={data?.pagination}
        actions={
          <Actions hasRows={total !== undefined && total > 0} mayRequest={role === "admin"} />
        }
      />
      <FilterBar names={FILTERS}>
        <SearchField label="Partner, requester, reference or ID" />
        <FilterChoices name="status" label="Status" options={STATUS_OPTIONS} />
        {partnerFilter}
        <FilterDates label="Requested" />
      </FilterBar>
      <ListState
        what="operator postings"
        columns={COLUMNS}
        isPending={isPending}
        failure={data || !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {total === 0 && isFiltered && <NoMatch what="posting" clearedHref={clearedHref} />}
      {total === 0 && !isFiltered && (
        <EmptyState title="No operator postings yet">
          Card network payments, fee withdrawals, treasury transfers and corrections are requested
          by one administrator and confirmed by another.
        </EmptyState>
      )}
      {data && data.pagination.total > 0 && (
        <>
          <DataTable
            label="Operator postings"
            columns={COLUMNS}
            rows={data.postings}
            keyOf={({ postingId }) => postingId}
            {...rows}
            note={PostingNote}
            onOpen={(postingId) => {
              void client.prefetchQuery(postingQuery(postingId));
              rows.onOpen(postingId);
            }}
            isStale={isPlaceholderData}
          />
          <Pagination {...data.pagination} />
        </>
      )}
      {role === "admin" && data && params.get("do") === "request" && (
        <RequestPosting
          places={data.places}
          onRequested={(id) => (id ? rows.onOpen(id) : close())}
          onClose={close}
        />
      )}
    </ListPage>
  );
}
