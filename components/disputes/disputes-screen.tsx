"use client";

import { useAddress } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { ButtonLink } from "@/components/ui/button-link";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { ExportLink, FilterChoices, FilterDates } from "@/components/ui/late-filters";
import { ColumnChoice } from "@/components/ui/late-menus";
import { ListState } from "@/components/ui/list-state";
import { NoMatch } from "@/components/ui/no-match";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { SearchField } from "@/components/ui/search-field";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { useCleared } from "@/components/ui/use-cleared";
import { toApiError } from "@/lib/api/client/api-error";
import { DISPUTE_REASON_WORDS, DISPUTE_STATUSES } from "@/lib/cards/disputes/words";
import { type Dispute, exportPath, FILTERS, useDisputes } from "./queries";

const LIST = "disputes";
const STATUS_OPTIONS = Object.entries(DISPUTE_STATUSES).map(([value, { word }]) => ({
  value,
  word,
}));

const COLUMNS: readonly Column<Dispute>[] = [
  { name: "Merchant", cell: ({ merchantName }) => merchantName },
  { name: "Card", width: "w-28", isFolded: true, cell: ({ last4 }) => `•••• ${last4}` },
  { name: "Reason", isFolded: true, cell: ({ reason }) => DISPUTE_REASON_WORDS[reason] },
  {
    name: "Status",
    width: "w-32 sm:w-44",
    cell: ({ status }) => <StateWord {...DISPUTE_STATUSES[status]} />,
  },
  {
    name: "Opened",
    width: "w-32",
    isFolded: true,
    cell: ({ createdAt }) => <Time instant={createdAt} />,
  },
  {
    name: "Amount",
    width: "w-28 sm:w-36",
    isNumber: true,
    cell: ({ amount }) => <Amount value={amount} />,
  },
];

/** The page of the partner's disputes. A dispute opens at its transaction, where its evidence and timeline are. */
export function DisputesScreen() {
  const { params } = useAddress();
  const { data, error, isPending, isPlaceholderData, refetch } = useDisputes(params);
  const { isFiltered, clearedHref } = useCleared(FILTERS);
  const total = data?.pagination.total;
  return (
    <div className="space-y-4">
      <PageHeader
        title="Disputes"
        count={data?.pagination}
        actions={
          total !== undefined &&
          total > 0 && <ExportLink hrefIn={(timeZone) => exportPath(params, timeZone)} />
        }
      />
      {(total !== 0 || isFiltered) && (
        <FilterBar names={FILTERS}>
          <SearchField label="Merchant, last 4 digits or ID" />
          <FilterChoices name="status" label="Status" options={STATUS_OPTIONS} />
          <FilterDates />
          <ColumnChoice list={LIST} columns={COLUMNS} />
        </FilterBar>
      )}
      <ListState
        what="disputes"
        columns={COLUMNS}
        isPending={isPending}
        failure={data || !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {total === 0 && isFiltered && <NoMatch what="dispute" clearedHref={clearedHref} />}
      {total === 0 && !isFiltered && (
        <EmptyState
          title="No disputes yet"
          action={
            <ButtonLink look="plain" href="/transactions?kind=purchase&status=settled">
              View settled purchases
            </ButtonLink>
          }
        >
          <p>
            Dispute a purchase that the cardholder did not make or receive. Open a settled purchase
            to start; its dispute is then tracked here.
          </p>
        </EmptyState>
      )}
      {data && data.pagination.total > 0 && (
        <>
          <DataTable
            label="Disputes"
            list={LIST}
            columns={COLUMNS}
            rows={data.disputes}
            keyOf={({ disputeId }) => disputeId}
            hrefOf={(_, { serviceTransactionId }) => `/transactions/${serviceTransactionId}`}
            note={({ last4, createdAt }) => (
              <>
                •••• {last4} · <Time instant={createdAt} />
              </>
            )}
            isStale={isPlaceholderData}
          />
          <Pagination {...data.pagination} />
        </>
      )}
    </div>
  );
}
