"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useAddress } from "@/components/ui/address";
import { EmptyState } from "@/components/ui/empty-state";
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
import { StateMark } from "@/components/ui/state-mark";
import { useCleared } from "@/components/ui/use-cleared";
import { toApiError } from "@/lib/api/client/api-error";
import { useDisputes, useHeld, useQueue } from "./queries";
import { COLUMNS, LIST, QueueTable } from "./queue-table";
import { QueueTotals } from "./queue-totals";
import { DECIDED_OPTIONS, NEEDS_ME_OPTION, PENDING_OPTION } from "./withdrawal-state";

const NARROWING = ["partnerId", "search", "from", "to", "amountMin", "amountMax"];
const FILTERS_OF_EXPORT = ["status", ...NARROWING];
const FILTERS = ["sort", ...FILTERS_OF_EXPORT];
const OLDEST = { value: "oldest", word: "Oldest first" };
const NEWEST = { value: "newest", word: "Newest first" };
const BY_AMOUNT = [
  { value: "largest", word: "Largest first" },
  { value: "smallest", word: "Smallest first" },
];

/** A link to the held deposits, if there are any. */
function HeldDeposits() {
  const held = useHeld().data?.pagination.total ?? 0;
  if (held === 0) return null;
  return (
    <p className="flex items-center gap-2 text-small">
      <StateMark state="attention" />
      <Link href="/admin/deposits" className="text-accent underline underline-offset-4">
        {held === 1 ? "1 held deposit needs" : `${held} held deposits need`} a decision
      </Link>
    </p>
  );
}

/** A link to the disputes that need attention, if there are any. */
function Disputes() {
  const disputes = useDisputes().data?.pagination.total ?? 0;
  if (disputes === 0) return null;
  return (
    <p className="flex items-center gap-2 text-small">
      <StateMark state="attention" />
      <Link
        href="/admin/disputes?status=attention"
        className="text-accent underline underline-offset-4"
      >
        {disputes === 1 ? "1 dispute needs" : `${disputes} disputes need`} attention
      </Link>
    </p>
  );
}

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
  const all = [PENDING_OPTION, ...DECIDED_OPTIONS];
  const options = role === "auditor" ? all : [NEEDS_ME_OPTION, ...all];
  const isPendingList = isMine || statuses.join() === PENDING_OPTION.value;
  const { clearedHref, isFiltered: isSearched } = useCleared(NARROWING);
  const total = data?.pagination.total;
  return (
    <div className="space-y-4">
      <PageHeader title="Queue" count={total} actions={<Export total={total} />} />
      <HeldDeposits />
      <Disputes />
      {requests}
      <SearchField label="Partner, address, label, amount or ID" />
      <FilterBar names={FILTERS}>
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
        isPending={isPending}
        failure={data || !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {total === 0 && isSearched && <NoMatch what="withdrawal" clearedHref={clearedHref} />}
      {total === 0 && isMine && !isSearched && (
        <EmptyState title="No withdrawals need your approval">
          See “Pending” for withdrawals that need another administrator.
        </EmptyState>
      )}
      {total === 0 && isFiltered && !isMine && !isSearched && (
        <EmptyState title="No withdrawals with this status">
          Withdrawals that need a decision are under “Pending”.
        </EmptyState>
      )}
      {total === 0 && !isFiltered && !isSearched && (
        <EmptyState title="Queue is empty">
          Withdrawals requested by partners appear here, oldest first. Nothing is sent without
          approval.
        </EmptyState>
      )}
      {data && data.pagination.total > 0 && <QueueTable page={data} isStale={isPlaceholderData} />}
    </div>
  );
}
