"use client";

import { useAddress } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { type Column, DataTable } from "@/components/ui/data-table";
import { ListState } from "@/components/ui/list-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/fetch/api-error";
import { type QueuedWithdrawal, useQueue } from "./queries";

const COLUMNS: readonly Column<QueuedWithdrawal>[] = [
  { name: "Partner", cell: ({ partnerName }) => partnerName },
  { name: "Requested", cell: ({ createdAt }) => <Time instant={createdAt} /> },
  { name: "Amount", isNumber: true, cell: ({ amount }) => <Amount value={amount} /> },
];

/** What waits for a decision, oldest first. */
export function QueueScreen() {
  const { params } = useAddress();
  const { data, error, isPending, isPlaceholderData, refetch } = useQueue(params);
  return (
    <div className="space-y-4">
      <PageHeader title="Queue" count={data?.pagination.total} />
      <ListState
        what="queue"
        isPending={isPending}
        failure={data || !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {data && (
        <>
          <DataTable
            label="Withdrawals"
            columns={COLUMNS}
            rows={data.withdrawals}
            keyOf={({ id }) => id}
            hrefOf={() => undefined}
            isStale={isPlaceholderData}
          />
          <Pagination {...data.pagination} />
        </>
      )}
    </div>
  );
}
