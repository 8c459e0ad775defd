"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type ReactNode, useEffect } from "react";
import { useAddress } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterChoice, FilterDates, FilteredExport } from "@/components/ui/late-filters";
import { ListPage } from "@/components/ui/list-page";
import { ListState } from "@/components/ui/list-state";
import { LongName } from "@/components/ui/long-name";
import { NoMatch } from "@/components/ui/no-match";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { SearchField } from "@/components/ui/search-field";
import { shorten } from "@/components/ui/shorten";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { useCleared } from "@/components/ui/use-cleared";
import { useSheet } from "@/components/ui/use-sheet";
import { toApiError } from "@/lib/api/client/api-error";
import { type HeldDeposit, heldDepositQuery, useHeldDeposits } from "./queries";

// Loaded after the list, before it is first opened.
const loadSheet = () => import("./deposit-sheet").then(({ DepositSheet }) => DepositSheet);
const DepositSheet = dynamic(loadSheet);

const NARROWING = ["partnerId", "search", "from", "to"];
const FILTERS = ["state", ...NARROWING];
const STATE_OPTIONS = [{ value: "credited", word: "Credited" }];

function Status({ state, heldFor }: HeldDeposit) {
  if (state === "credited") return <StateWord state="settled" word="Credited" />;
  const word = heldFor === "user_deleted" ? "User deleted" : "Card terminated";
  return <StateWord state="attention" word={word} />;
}

const COLUMNS: readonly Column<HeldDeposit>[] = [
  { name: "Partner", cell: ({ partnerName }) => <LongName name={partnerName} /> },
  { name: "Status", width: "w-40", isFolded: true, cell: Status },
  {
    name: "Card",
    width: "w-52",
    isFolded: true,
    isSpare: true,
    cell: ({ toAddress, last4 }) => (
      <>
        <span className="font-mono" title={toAddress}>
          {shorten(toAddress)}
        </span>
        <span className="text-quiet"> of •••• {last4}</span>
      </>
    ),
  },
  {
    name: "Received",
    width: "w-28",
    isFolded: true,
    cell: ({ receivedAt }) => <Time instant={receivedAt} />,
  },
  {
    name: "Amount",
    width: "w-36",
    isNumber: true,
    cell: ({ amount, token }) => <Amount value={amount} currency={token.toUpperCase()} />,
  },
];

function Export({ total = 0 }: { total: number | undefined }) {
  return total > 0 && <FilteredExport path="/api/admin/held-deposits/export" names={FILTERS} />;
}

/** The page of the held deposits. */
export function DepositsScreen({ partnerFilter }: { partnerFilter: ReactNode }) {
  const { params } = useAddress();
  const { selectedId, rows, sheet } = useSheet("/admin/deposits");
  const client = useQueryClient();
  useEffect(() => void loadSheet(), []);
  const { data, error, isPending, isPlaceholderData, refetch } = useHeldDeposits(params);
  const total = data?.pagination.total;
  const { isFiltered, clearedHref } = useCleared(NARROWING);
  const opened = selectedId && <DepositSheet key={selectedId} depositId={selectedId} {...sheet} />;
  return (
    <ListPage sheet={opened}>
      <PageHeader
        title="Held deposits"
        count={data?.pagination}
        actions={<Export total={total} />}
      />
      <FilterBar names={FILTERS}>
        <SearchField label="Partner, address, transaction hash or ID" />
        <FilterChoice name="state" label="Status" options={STATE_OPTIONS} unchosen="Held" />
        {partnerFilter}
        <FilterDates label="Received" />
      </FilterBar>
      <ListState
        what="held deposits"
        columns={COLUMNS}
        isPending={isPending}
        failure={data || !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {total === 0 && isFiltered && <NoMatch what="deposit" clearedHref={clearedHref} />}
      {total === 0 && !isFiltered && params.has("state") && (
        <EmptyState title="No credited deposits">
          Deposits that need a decision are under “Held”.
        </EmptyState>
      )}
      {total === 0 && !isFiltered && !params.has("state") && (
        <EmptyState title="No held deposits">
          Deposits to addresses of terminated cards or deleted users appear here until you credit
          them to the partner’s wallet.
        </EmptyState>
      )}
      {data && data.pagination.total > 0 && (
        <>
          <DataTable
            label="Held deposits"
            columns={COLUMNS}
            rows={data.deposits}
            keyOf={({ depositId }) => depositId}
            {...rows}
            note={(deposit) => (
              <>
                <span className="block">
                  <Status {...deposit} />
                </span>
                <Time instant={deposit.receivedAt} />
              </>
            )}
            onOpen={(depositId) => {
              void client.prefetchQuery(heldDepositQuery(depositId));
              rows.onOpen(depositId);
            }}
            isStale={isPlaceholderData}
          />
          <Pagination {...data.pagination} />
        </>
      )}
    </ListPage>
  );
}
