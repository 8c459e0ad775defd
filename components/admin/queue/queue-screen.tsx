"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useAddress } from "@/components/ui/address";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterChips } from "@/components/ui/filter-chips";
import { ListState } from "@/components/ui/list-state";
import { PageHeader } from "@/components/ui/page-header";
import { useReader } from "@/components/ui/reader";
import { StateMark } from "@/components/ui/state-mark";
import { toApiError } from "@/lib/api/client/api-error";
import { useHeld, useQueue } from "./queries";
import { QueueTable } from "./queue-table";
import { DECIDED_OPTIONS, NEEDS_ME_OPTION } from "./withdrawal-state";

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

/**
 * The page of the withdrawals: pending ones oldest first, and decided ones. `requests` are those for a second
 * administrator.
 */
export function QueueScreen({ requests }: { requests?: ReactNode }) {
  const { params } = useAddress();
  const { data, error, isPending, isPlaceholderData, refetch } = useQueue(params);
  const isFiltered = params.has("status");
  const isMine = params.get("status") === NEEDS_ME_OPTION.value;
  const { role } = useReader();
  const options = role === "auditor" ? DECIDED_OPTIONS : [NEEDS_ME_OPTION, ...DECIDED_OPTIONS];
  const total = data?.pagination.total;
  return (
    <div className="space-y-4">
      <PageHeader title="Queue" count={total} />
      <HeldDeposits />
      {requests}
      <FilterChips name="status" label="Status" options={options} unchosen="Pending" />
      <ListState
        what="queue"
        isPending={isPending}
        failure={data || !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {total === 0 && isMine && (
        <EmptyState title="No withdrawals need your approval">
          See “Pending” for withdrawals that need another administrator.
        </EmptyState>
      )}
      {total === 0 && isFiltered && !isMine && (
        <EmptyState title="No withdrawals with this status">
          Withdrawals that need a decision are under “Pending”.
        </EmptyState>
      )}
      {total === 0 && !isFiltered && (
        <EmptyState title="Queue is empty">
          Withdrawals requested by partners appear here, oldest first. Nothing is sent without
          approval.
        </EmptyState>
      )}
      {data && data.pagination.total > 0 && <QueueTable page={data} isStale={isPlaceholderData} />}
    </div>
  );
}
