"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useEffect } from "react";
import { goTo, useAddress } from "@/components/ui/address";
import { Allowed } from "@/components/ui/allowed";
import { Button } from "@/components/ui/button";
import { FilterBar } from "@/components/ui/filter-bar";
import { ExportLink, FilterChoices } from "@/components/ui/late-filters";
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
import { exportPath, FILTERS, userQuery, useUsers } from "./queries";
import { STATUS_OPTIONS } from "./user-state";
import { UsersEmpty } from "./users-empty";
import { COLUMNS, LIST, UsersTable } from "./users-table";

// Loaded after the list, before it is first opened.
const loadSheet = () => import("./user-sheet").then(({ UserSheet }) => UserSheet);
const UserSheet = dynamic(loadSheet);

// Forms include zod schemas: loaded when they are opened, and never rendered by the server.
const CreateUser = dynamic(() => import("./create-user").then(({ CreateUser }) => CreateUser), {
  ssr: false,
});

const RoleDialog = dynamic(
  () => import("@/components/ui/role-dialog").then(({ RoleDialog }) => RoleDialog),
  { ssr: false },
);

/** The form of a new user, or a note about the required role. */
function Create({ mayCreate, onClose }: { mayCreate: boolean; onClose: () => void }) {
  if (mayCreate) return <CreateUser onClose={onClose} />;
  return (
    <RoleDialog title="Only owners and developers can create users" onClose={onClose}>
      <p>Your role is viewer. An owner can change it under Settings.</p>
    </RoleDialog>
  );
}

/** The page of the users with their verification statuses. */
export function UsersScreen() {
  const { params, withParams } = useAddress();
  const { selectedId, rows, sheet } = useSheet("/users");
  const client = useQueryClient();
  useEffect(() => void loadSheet(), []);
  const { role } = useReader();
  const list = useUsers(params);
  const total = list.data?.pagination.total;
  const { isFiltered, clearedHref } = useCleared(FILTERS);
  const isEmpty = total === 0 && !isFiltered;
  const create = () => goTo(withParams({ do: "create" }));

  return (
    <ListPage
      sheet={selectedId && <UserSheet key={selectedId} serviceId={selectedId} {...sheet} />}
    >
      <PageHeader
        title="Users"
        count={list.data?.pagination}
        actions={
          <>
            {total !== undefined && total > 0 && (
              <ExportLink hrefIn={(timeZone) => exportPath(params, timeZone)} />
            )}
            <Allowed is={role !== "viewer"} note="Only owners and developers can create users.">
              <Button size="compact" onClick={create}>
                Create user
              </Button>
            </Allowed>
          </>
        }
      />
      {!isEmpty && (
        <FilterBar names={FILTERS}>
          <SearchField label="Name, email or ID" />
          <FilterChoices name="status" label="Verification" options={STATUS_OPTIONS} />
          <ColumnChoice list={LIST} columns={COLUMNS} />
        </FilterBar>
      )}
      <ListState
        what="users"
        columns={COLUMNS}
        isPending={list.isPending}
        failure={list.data || !list.error ? undefined : toApiError(list.error)}
        onRetry={() => list.refetch()}
        clearedHref={clearedHref}
      />
      {isEmpty && <UsersEmpty onCreate={create} />}
      {isFiltered && total === 0 && <NoMatch what="user" clearedHref={clearedHref} />}
      {list.data && list.data.pagination.total > 0 && (
        <UsersTable
          page={list.data}
          {...rows}
          onOpen={(serviceId) => {
            void client.prefetchQuery(userQuery(serviceId));
            rows.onOpen(serviceId);
          }}
          isStale={list.isPlaceholderData}
        />
      )}
      {params.get("do") === "create" && (
        <Create
          mayCreate={role !== "viewer"}
          onClose={() => goTo(withParams({ do: undefined }), { isReplacing: true })}
        />
      )}
    </ListPage>
  );
}
