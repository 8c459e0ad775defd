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
import { shorten } from "@/components/ui/shorten";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { useSheet } from "@/components/ui/use-sheet";
import { toApiError } from "@/lib/api/client/api-error";
import { type HeldDeposit, heldDepositQuery, useHeldDeposits } from "./queries";

// Loaded after the list, before it is first opened.
const loadSheet = () => import("./deposit-sheet").then(({ DepositSheet }) => DepositSheet);
const DepositSheet = dynamic(loadSheet);

const FILTERS = ["state"];
const STATE_OPTIONS = [{ value: "credited", word: "Credited" }];

const COLUMNS: readonly Column<HeldDeposit>[] = [
  { name: "Partner", cell: ({ partnerName }) => partnerName },
  {
    name: "Status",
    cell: ({ state, heldFor }) =>
      state === "credited" ? (
        <StateWord state="settled" word="Credited" />
      ) : (
        <StateWord
          state="attention"
          word={heldFor === "user_deleted" ? "User deleted" : "Card terminated"}
        />
      ),
  },
  {
    name: "Card",
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
  { name: "Received", isFolded: true, cell: ({ receivedAt }) => <Time instant={receivedAt} /> },
  {
    name: "Amount",
    isNumber: true,
    cell: ({ amount, token }) => <Amount value={amount} currency={token.toUpperCase()} />,
  },
];

/** The page of the held deposits. */
export function DepositsScreen() {
  const { params } = useAddress();
  const { selectedId, hrefOf, open, sheet } = useSheet("/admin/deposits");
  const client = useQueryClient();
  useEffect(() => void loadSheet(), []);
  const { data, error, isPending, isPlaceholderData, refetch } = useHeldDeposits(params);
  const total = data?.pagination.total;
  return (
    <ListPage sheet={selectedId && <DepositSheet depositId={selectedId} {...sheet} />}>
      <PageHeader
        title="Held deposits"
        count={total}
        actions={
          total !== undefined &&
          total > 0 && <FilteredExport path="/api/admin/held-deposits/export" names={FILTERS} />
        }
      />
      <FilterChoice name="state" label="Status" options={STATE_OPTIONS} unchosen="Held" />
      <ListState
        what="held deposits"
        isPending={isPending}
        failure={data || !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {total === 0 && params.has("state") && (
        <EmptyState title="No credited deposits">
          Deposits that need a decision are under “Held”.
        </EmptyState>
      )}
      {total === 0 && !params.has("state") && (
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
            hrefOf={({ depositId }) => hrefOf(depositId)}
            note={({ receivedAt }) => <Time instant={receivedAt} />}
            onOpen={({ depositId }) => {
              void client.prefetchQuery(heldDepositQuery(depositId));
              open(depositId);
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
