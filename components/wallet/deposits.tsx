"use client";

import dynamic from "next/dynamic";
import { useAddress } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { type Column, DataTable } from "@/components/ui/data-table";
import { ErrorPanel } from "@/components/ui/error-panel";
import { ExportLink } from "@/components/ui/late-filters";
import { NoMatch } from "@/components/ui/no-match";
import { totalText } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { SkeletonRows } from "@/components/ui/skeleton";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { useCleared } from "@/components/ui/use-cleared";
import { toApiError } from "@/lib/api/client/api-error";
import { networkName } from "@/lib/chain/network-name";
import { stateOf } from "./deposit-words";
import { DEPOSIT_FILTERS, type Deposit, depositsExportPath, placeOf, useDeposits } from "./queries";

// Rendered by the server, and loaded after the page, which has much else.
const DepositFilters = dynamic(() =>
  import("./deposit-filters").then(({ DepositFilters }) => DepositFilters),
);

const LIST = "deposits";

const COLUMNS: readonly Column<Deposit>[] = [
  {
    name: "Deposit",
    cell: (deposit) => (
      <>
        <StateWord {...stateOf(deposit)} />{" "}
        <span className="block font-normal text-quiet">
          <span className="uppercase">{deposit.token}</span> on {networkName(deposit.chain)}
          {deposit.serviceCardId && ", to a card"}
        </span>
      </>
    ),
  },
  {
    name: "Date",
    width: "w-36",
    isFolded: true,
    cell: ({ createdAt }) => <Time instant={createdAt} isToMinute />,
  },
  {
    name: "Amount",
    width: "w-40",
    isNumber: true,
    cell: ({ amount }) => <Amount value={amount} direction="in" />,
  },
];

interface DepositsProps {
  selectedId: string | undefined;
  hrefOf: (id: string) => string;
  onOpen: (deposit: Deposit) => void;
}

/** The list of confirming and credited deposits. */
export function Deposits({ selectedId, hrefOf, onOpen }: DepositsProps) {
  const { params } = useAddress();
  const list = useDeposits(params);
  const { isFiltered, clearedHref } = useCleared(DEPOSIT_FILTERS);
  const total = list.data?.pagination.total;
  const isEmpty = total === 0 && !isFiltered;
  const selected = list.data?.deposits.find(({ id }) => id === selectedId);
  return (
    <section className="space-y-2">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">
          Deposits{" "}
          {list.data && (
            <span className="ml-1 font-normal text-quiet tabular-nums">
              {totalText(list.data.pagination)}
            </span>
          )}
        </h2>
        {total !== undefined && total > 0 && (
          <ExportLink hrefIn={(timeZone) => depositsExportPath(params, timeZone)} />
        )}
      </div>
      {!isEmpty && <DepositFilters columns={COLUMNS} list={LIST} />}
      {list.isPending && <SkeletonRows count={4} label="Loading deposits" />}
      {list.isError && !list.data && (
        <ErrorPanel
          title="The deposits could not be loaded"
          failure={toApiError(list.error)}
          onRetry={() => list.refetch()}
        />
      )}
      {isFiltered && total === 0 && <NoMatch what="deposit" clearedHref={clearedHref} />}
      {isEmpty && (
        <p className="text-small text-quiet">
          No deposits yet. A deposit appears here when its transaction is in a block and is credited
          after confirmation.
        </p>
      )}
      {list.data && list.data.pagination.total > 0 && (
        <>
          <DataTable
            label="Deposits"
            list={LIST}
            columns={COLUMNS}
            rows={list.data.deposits}
            keyOf={placeOf}
            hrefOf={(_, { id }) => hrefOf(id)}
            onOpen={(_, deposit) => onOpen(deposit)}
            selectedKey={selected && placeOf(selected)}
            note={({ createdAt }) => <Time instant={createdAt} isToMinute />}
            isStale={list.isPlaceholderData}
          />
          <Pagination {...list.data.pagination} />
        </>
      )}
    </section>
  );
}
