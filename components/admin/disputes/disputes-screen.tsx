"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useEffect } from "react";
import { useAddress } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterChoice } from "@/components/ui/filter-choice";
import { FilteredExport } from "@/components/ui/late-filters";
import { ListPage } from "@/components/ui/list-page";
import { ListState } from "@/components/ui/list-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { useSheet } from "@/components/ui/use-sheet";
import { toApiError } from "@/lib/api/client/api-error";
import { DISPUTE_REASON_WORDS, DISPUTE_STATUSES } from "@/lib/cards/disputes/words";
import { type AdminDispute, adminDisputeQuery, useAdminDisputes } from "./queries";

// Loaded after the list, before it is first opened.
const loadSheet = () => import("./dispute-sheet").then(({ DisputeSheet }) => DisputeSheet);
const DisputeSheet = dynamic(loadSheet);

const FILTERS = ["status"];
const STATUS_OPTIONS = [
  { value: "attention", word: "Needs attention" },
  ...Object.entries(DISPUTE_STATUSES).map(([value, { word }]) => ({ value, word })),
];

const COLUMNS: readonly Column<AdminDispute>[] = [
  { name: "Partner", cell: ({ partnerName }) => partnerName },
  {
    name: "Status",
    cell: ({ status, needsAttention }) =>
      needsAttention ? (
        <StateWord state="attention" word={DISPUTE_STATUSES[status].word} />
      ) : (
        <StateWord {...DISPUTE_STATUSES[status]} />
      ),
  },
  { name: "Card", isFolded: true, isSpare: true, cell: ({ last4 }) => `•••• ${last4}` },
  {
    name: "Reason",
    isFolded: true,
    isSpare: true,
    cell: ({ reason }) => DISPUTE_REASON_WORDS[reason],
  },
  {
    name: "Submitted",
    isFolded: true,
    cell: ({ submittedAt }) => (submittedAt ? <Time instant={submittedAt} /> : "–"),
  },
  {
    name: "Deadline",
    isFolded: true,
    isSpare: true,
    cell: ({ deadlineAt }) => <Time instant={deadlineAt} />,
  },
  {
    name: "Last error",
    isFolded: true,
    isSpare: true,
    cell: ({ lastError }) => lastError ?? "–",
  },
  { name: "Amount", isNumber: true, cell: ({ amount }) => <Amount value={amount} /> },
];

/** The page of the disputes of all partners. */
export function DisputesScreen() {
  const { params } = useAddress();
  const { selectedId, hrefOf, open, sheet } = useSheet("/admin/disputes");
  const client = useQueryClient();
  useEffect(() => void loadSheet(), []);
  const { data, error, isPending, isPlaceholderData, refetch } = useAdminDisputes(params);
  const total = data?.pagination.total;
  return (
    <ListPage sheet={selectedId && <DisputeSheet disputeId={selectedId} {...sheet} />}>
      <PageHeader
        title="Disputes"
        count={total}
        actions={
          total !== undefined &&
          total > 0 && <FilteredExport path="/api/admin/disputes/export" names={FILTERS} />
        }
      />
      <FilterChoice name="status" label="Status" options={STATUS_OPTIONS} />
      <ListState
        what="disputes"
        isPending={isPending}
        failure={data || !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {total === 0 && params.has("status") && (
        <EmptyState title="No disputes with this status">All disputes are under “All”.</EmptyState>
      )}
      {total === 0 && !params.has("status") && (
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
            hrefOf={({ disputeId }) => hrefOf(disputeId)}
            note={({ createdAt }) => <Time instant={createdAt} />}
            onOpen={({ disputeId }) => {
              void client.prefetchQuery(adminDisputeQuery(disputeId));
              open(disputeId);
            }}
            selectedKey={selectedId}
            isStale={isPlaceholderData}
          />
          <Pagination {...data.pagination} />
        </>
      )}
    </ListPage>
  );
}
