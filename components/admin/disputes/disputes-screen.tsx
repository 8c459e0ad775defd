"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type ReactNode, useEffect } from "react";
import { useAddress } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
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
import { SearchField } from "@/components/ui/search-field";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { useCleared } from "@/components/ui/use-cleared";
import { useSheet } from "@/components/ui/use-sheet";
import { toApiError } from "@/lib/api/client/api-error";
import { DISPUTE_REASON_WORDS, DISPUTE_STATUSES } from "@/lib/cards/disputes/words";
import { type AdminDispute, adminDisputeQuery, useAdminDisputes } from "./queries";

// Loaded after the list, before it is first opened.
const loadSheet = () => import("./dispute-sheet").then(({ DisputeSheet }) => DisputeSheet);
const DisputeSheet = dynamic(loadSheet);

const FILTERS = ["status", "partnerId", "search", "from", "to"];
const STATUS_OPTIONS = [
  { value: "attention", word: "Needs attention" },
  ...Object.entries(DISPUTE_STATUSES).map(([value, { word }]) => ({ value, word })),
];

function Status({ status, needsAttention }: AdminDispute) {
  if (!needsAttention) return <StateWord {...DISPUTE_STATUSES[status]} />;
  return <StateWord state="attention" word={DISPUTE_STATUSES[status].word} />;
}

const COLUMNS: readonly Column<AdminDispute>[] = [
  { name: "Partner", cell: ({ partnerName }) => <LongName name={partnerName} /> },
  { name: "Status", width: "w-36", isFolded: true, cell: Status },
  {
    name: "Card",
    width: "w-24",
    isFolded: true,
    isSpare: true,
    cell: ({ last4 }) => `•••• ${last4}`,
  },
  {
    name: "Reason",
    isFolded: true,
    isSpare: true,
    cell: ({ reason }) => <LongName name={DISPUTE_REASON_WORDS[reason]} />,
  },
  {
    name: "Submitted",
    width: "w-24",
    isFolded: true,
    cell: ({ submittedAt }) => (submittedAt ? <Time instant={submittedAt} /> : "–"),
  },
  {
    name: "Deadline",
    width: "w-24",
    isFolded: true,
    isSpare: true,
    cell: ({ deadlineAt }) => <Time instant={deadlineAt} />,
  },
  {
    name: "Last error",
    isFolded: true,
    isSpare: true,
    cell: ({ lastError }) => <LongName name={lastError ?? "–"} />,
  },
  {
    name: "Amount",
    width: "w-32",
    isNumber: true,
    cell: ({ amount }) => <Amount value={amount} />,
  },
];

function Export({ total = 0 }: { total: number | undefined }) {
  return total > 0 && <FilteredExport path="/api/admin/disputes/export" names={FILTERS} />;
}

/** The page of the disputes of all partners. */
export function DisputesScreen({ partnerFilter }: { partnerFilter: ReactNode }) {
  const { params } = useAddress();
  const { selectedId, rows, sheet } = useSheet("/admin/disputes");
  const client = useQueryClient();
  useEffect(() => void loadSheet(), []);
  const { data, error, isPending, isPlaceholderData, refetch } = useAdminDisputes(params);
  const total = data?.pagination.total;
  const { isFiltered, clearedHref } = useCleared(FILTERS);
  return (
    <ListPage
      sheet={selectedId && <DisputeSheet key={selectedId} disputeId={selectedId} {...sheet} />}
    >
      <PageHeader title="Disputes" count={data?.pagination} actions={<Export total={total} />} />
      <FilterBar names={FILTERS}>
        <SearchField label="Partner, or dispute, transaction or card ID" />
        <FilterChoices name="status" label="Status" options={STATUS_OPTIONS} />
        {partnerFilter}
        <FilterDates label="Opened" />
      </FilterBar>
      <ListState
        what="disputes"
        columns={COLUMNS}
        isPending={isPending}
        failure={data || !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {total === 0 && isFiltered && <NoMatch what="dispute" clearedHref={clearedHref} />}
      {total === 0 && !isFiltered && (
        <EmptyState title="No disputes">
          Disputes appear here when partners open them. The card issuer decides them.
        </EmptyState>
      )}
      {data && data.pagination.total > 0 && (
        <>
          <DataTable
            label="Disputes"
            columns={COLUMNS}
            rows={data.disputes}
            keyOf={({ disputeId }) => disputeId}
            {...rows}
            note={(dispute) => (
              <>
                <span className="block">
                  <Status {...dispute} />
                </span>
                <Time instant={dispute.createdAt} />
              </>
            )}
            onOpen={(disputeId) => {
              void client.prefetchQuery(adminDisputeQuery(disputeId));
              rows.onOpen(disputeId);
            }}
            isStale={isPlaceholderData}
          />
          <Pagination {...data.pagination} />
        </>
      )}
    </ListPage>
  );
}
