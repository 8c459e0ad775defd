"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { useEffect } from "react";
import { goTo, useAddress } from "@/components/ui/address";
import { Allowed } from "@/components/ui/allowed";
import { Button } from "@/components/ui/button";
import { FilterBar } from "@/components/ui/filter-bar";
import { ExportLink, FilterAmount, FilterChoices, FilterDates } from "@/components/ui/late-filters";
import { ColumnChoice } from "@/components/ui/late-menus";
import { ListPage } from "@/components/ui/list-page";
import { ListState } from "@/components/ui/list-state";
import { NoMatch } from "@/components/ui/no-match";
import { PageHeader } from "@/components/ui/page-header";
import { useReader } from "@/components/ui/reader";
import { SearchField } from "@/components/ui/search-field";
import { useCleared } from "@/components/ui/use-cleared";
import { useSheet } from "@/components/ui/use-sheet";
import { toApiError } from "@/lib/api/client/api-error";
import { exportPath, FILTERS, useOwnApprovals, useWithdrawals, withdrawalQuery } from "./queries";
import { STATUS_OPTIONS } from "./withdrawal-state";
import { WithdrawalsEmpty } from "./withdrawals-empty";
import { COLUMNS, LIST, WithdrawalsTable } from "./withdrawals-table";

// Loaded after the list, before it is first opened.
const loadSheet = () => import("./withdrawal-sheet").then(({ WithdrawalSheet }) => WithdrawalSheet);
const WithdrawalSheet = dynamic(loadSheet);

// The form includes zod schemas: loaded when it is opened, and never rendered by the server.
const CreateWithdrawal = dynamic(
  () => import("./create-withdrawal").then(({ CreateWithdrawal }) => CreateWithdrawal),
  { ssr: false },
);

const SavedAddresses = dynamic(
  () => import("./saved-addresses").then(({ SavedAddresses }) => SavedAddresses),
  { ssr: false },
);

// Rendered by the server, and loaded after the page: most of the time no withdrawal waits for a second person.
const WaitingWithdrawals = dynamic(() =>
  import("./waiting-withdrawals").then(({ WaitingWithdrawals }) => WaitingWithdrawals),
);

const RoleDialog = dynamic(
  () => import("@/components/ui/role-dialog").then(({ RoleDialog }) => RoleDialog),
  { ssr: false },
);

function Filters() {
  return (
    <FilterBar names={FILTERS}>
      <SearchField label="Address, label, amount or ID" />
      <FilterChoices name="status" label="Status" options={STATUS_OPTIONS} />
      <FilterDates />
      <FilterAmount />
      <ColumnChoice list={LIST} columns={COLUMNS} />
    </FilterBar>
  );
}

function Dialogs() {
  const { params, withParams } = useAddress();
  const { role } = useReader();
  const close = () => goTo(withParams({ do: undefined, save: undefined }), { isReplacing: true });
  return (
    <>
      {params.get("do") === "create" &&
        (role === "owner" ? (
          <CreateWithdrawal onClose={close} />
        ) : (
          <RoleDialog title="Only owners can withdraw" onClose={close}>
            <p>
              Your role is {role}. An owner can request the withdrawal, or change your role under
              Settings.
            </p>
          </RoleDialog>
        ))}
      {params.get("do") === "addresses" && (
        <SavedAddresses address={params.get("save") ?? undefined} onClose={close} />
      )}
    </>
  );
}

/** The withdrawals that wait for a second person of the partner, if there are any. */
function Waiting() {
  const { data } = useOwnApprovals();
  return data?.waiting[0] && <WaitingWithdrawals {...data} />;
}

/** The page of the withdrawals. `explanation` is of the open one. */
export function WithdrawalsScreen({ explanation }: { explanation?: ReactNode }) {
  const { params, withParams } = useAddress();
  const { selectedId, rows, sheet } = useSheet("/withdrawals");
  const client = useQueryClient();
  useEffect(() => void loadSheet(), []);
  const { role } = useReader();
  const list = useWithdrawals(params);
  const total = list.data?.pagination.total;
  const { isFiltered, clearedHref } = useCleared(FILTERS);
  const isEmpty = total === 0 && !isFiltered;
  const create = () => goTo(withParams({ do: "create" }));
  return (
    <ListPage
      sheet={
        selectedId && (
          <WithdrawalSheet key={selectedId} explanation={explanation} id={selectedId} {...sheet} />
        )
      }
    >
      <PageHeader
        title="Withdrawals"
        count={list.data?.pagination}
        actions={
          <>
            <Button
              look="plain"
              size="compact"
              onClick={() => goTo(withParams({ do: "addresses" }))}
            >
              Saved addresses
            </Button>
            {total !== undefined && total > 0 && (
              <ExportLink hrefIn={(timeZone) => exportPath(params, timeZone)} />
            )}
            <Allowed is={role === "owner"} note="Only owners can withdraw.">
              <Button size="compact" onClick={create}>
                Request withdrawal
              </Button>
            </Allowed>
          </>
        }
      />
      <Waiting />
      {!isEmpty && <Filters />}
      <ListState
        what="withdrawals"
        columns={COLUMNS}
        isPending={list.isPending}
        failure={list.data || !list.error ? undefined : toApiError(list.error)}
        onRetry={() => list.refetch()}
        clearedHref={clearedHref}
      />
      {isEmpty && <WithdrawalsEmpty onCreate={create} />}
      {isFiltered && total === 0 && <NoMatch what="withdrawal" clearedHref={clearedHref} />}
      {list.data && list.data.pagination.total > 0 && (
        <WithdrawalsTable
          page={list.data}
          {...rows}
          onOpen={(id, withdrawal) => {
            client.setQueryData(withdrawalQuery(id).queryKey, withdrawal);
            rows.onOpen(id);
          }}
          isStale={list.isPlaceholderData}
        />
      )}
      <Dialogs />
    </ListPage>
  );
}
