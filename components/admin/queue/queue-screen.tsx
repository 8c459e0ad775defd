"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { useAddress } from "@/components/ui/address";
import { FilterBar } from "@/components/ui/filter-bar";
import {
  FilterAmount,
  FilterChoice,
  FilterChoices,
  FilterDates,
  FilteredExport,
} from "@/components/ui/late-filters";
import { ColumnChoice } from "@/components/ui/late-menus";
import { ListState } from "@/components/ui/list-state";
import { NoMatch } from "@/components/ui/no-match";
import { PageHeader } from "@/components/ui/page-header";
import { useReader } from "@/components/ui/reader";
import { SearchField } from "@/components/ui/search-field";
import { useCleared } from "@/components/ui/use-cleared";
import { toApiError } from "@/lib/api/client/api-error";
import { useQueue } from "./queries";
import { COLUMNS, LIST, QueueTable } from "./queue-table";
import { QueueTotals } from "./queue-totals";
import {
  DECIDED_OPTIONS,
  NEEDS_ME_OPTION,
  NEEDS_PARTNER_OPTION,
  PENDING_OPTION,
} from "./withdrawal-state";

const NARROWING = ["partnerId", "search", "from", "to", "amountMin", "amountMax"];
const FILTERS_OF_EXPORT = ["status", ...NARROWING];
const FILTERS = ["sort", ...FILTERS_OF_EXPORT];
const OLDEST = { value: "oldest", word: "Oldest first" };
const NEWEST = { value: "newest", word: "Newest first" };
const BY_AMOUNT = [
  { value: "largest", word: "Largest first" },
  { value: "smallest", word: "Smallest first" },
];

// Rendered by the server, and loaded after the page.
const QueueNotices = dynamic(() =>
  import("./queue-notices").then(({ QueueNotices }) => QueueNotices),
);
const QueueEmpty = dynamic(() => import("./queue-empty").then(({ QueueEmpty }) => QueueEmpty));

function Export({ total = 0 }: { total: number | undefined }) {
  const path = "/api/admin/withdrawals/export";
  return total > 0 && <FilteredExport path={path} names={FILTERS_OF_EXPORT} />;
}

interface QueueScreenProps {
  /** The requests that a second administrator must confirm. */
  requests?: ReactNode;
  partnerFilter: ReactNode;
}

/** The page of the withdrawals: pending ones oldest first, and decided ones. */
export function QueueScreen({ requests, partnerFilter }: QueueScreenProps) {
  const { params } = useAddress();
  const { data, error, isPending, isPlaceholderData, refetch } = useQueue(params);
  const isFiltered = params.has("status");
  const statuses = params.get("status")?.split(",") ?? [PENDING_OPTION.value];
  const isMine = statuses.join() === NEEDS_ME_OPTION.value;
  const { role } = useReader();
  const all = [PENDING_OPTION, NEEDS_PARTNER_OPTION, ...DECIDED_OPTIONS];
  const options = role === "auditor" ? all : [NEEDS_ME_OPTION, ...all];
  const isPendingList = isMine || statuses.join() === PENDING_OPTION.value;
  const { clearedHref, isFiltered: isSearched } = useCleared(NARROWING);
  const total = data?.pagination.total;
  return (
    <div className="space-y-4">
      <PageHeader title="Queue" count={data?.pagination} actions={<Export total={total} />} />
      <QueueNotices />
      {requests}
      <FilterBar names={FILTERS}>
        <SearchField label="Partner, address, label, amount or ID" />
        <FilterChoices
          name="status"
          label="Status"
          options={options}
          unchosen={PENDING_OPTION.word}
        />
        {partnerFilter}
        <FilterDates label="Requested" />
        <FilterAmount />
        <FilterChoice
          name="sort"
          label="Sort"
          options={isPendingList ? [NEWEST, ...BY_AMOUNT] : [OLDEST, ...BY_AMOUNT]}
          unchosen={isPendingList ? OLDEST.word : NEWEST.word}
        />
        <ColumnChoice list={LIST} columns={COLUMNS} />
      </FilterBar>
      {data && <QueueTotals page={data} />}
      <ListState
        what="queue"
        columns={COLUMNS}
        isPending={isPending}
        failure={data || !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {total === 0 && isSearched && <NoMatch what="withdrawal" clearedHref={clearedHref} />}
      {total === 0 && !isSearched && (
        <QueueEmpty of={isMine ? "mine" : isFiltered ? "decided" : "pending"} />
      )}
      {data && data.pagination.total > 0 && <QueueTable page={data} isStale={isPlaceholderData} />}
    </div>
  );
}
