"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { goTo, useAddress } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterChoice, FilteredExport } from "@/components/ui/late-filters";
import { ColumnChoice } from "@/components/ui/late-menus";
import { ListPage } from "@/components/ui/list-page";
import { ListState } from "@/components/ui/list-state";
import { NoMatch } from "@/components/ui/no-match";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import { SearchField } from "@/components/ui/search-field";
import { useCleared } from "@/components/ui/use-cleared";
import { useSheet } from "@/components/ui/use-sheet";
import { toApiError } from "@/lib/api/client/api-error";
import { PARTNER_COLUMNS, PartnerNote } from "./partner-columns";
import { partnerQuery, usePartners } from "./queries";

const CreatePartner = dynamic(() =>
  import("./create-partner").then(({ CreatePartner }) => CreatePartner),
);
const RoleDialog = dynamic(
  () => import("@/components/ui/role-dialog").then(({ RoleDialog }) => RoleDialog),
  { ssr: false },
);

// Loaded separately, because only an open partner needs it.
const PartnerSheet = dynamic(() =>
  import("./partner-sheet").then(({ PartnerSheet }) => PartnerSheet),
);

const STATUS_OPTIONS = [
  { value: "active", word: "Active" },
  { value: "suspended", word: "Suspended" },
];
const FILTERS = ["search", "status"];

/** The form of a new partner, or a note about the required role. */
function Create({ mayCreate, onClose }: { mayCreate: boolean; onClose: () => void }) {
  if (mayCreate) return <CreatePartner onClose={onClose} />;
  return (
    <RoleDialog title="Only administrators can create partners" onClose={onClose}>
      <p>Ask an administrator to create the partner.</p>
    </RoleDialog>
  );
}

/** The export of the list, and the creation of a partner. */
function Actions({ mayCreate }: { mayCreate: boolean }) {
  const { withParams } = useAddress();
  return (
    <>
      <FilteredExport path="/api/admin/partners/export" names={FILTERS} />
      {mayCreate ? (
        <Button size="compact" onClick={() => goTo(withParams({ do: "create" }))}>
          Create partner
        </Button>
      ) : (
        <RoleNote>Only administrators can create partners.</RoleNote>
      )}
    </>
  );
}

/** The page of the partners with their settings. */
export function PartnersScreen({ requests }: { requests?: ReactNode }) {
  const { params, withParams } = useAddress();
  const { selectedId, rows, sheet } = useSheet("/admin/partners");
  const client = useQueryClient();
  const { role } = useReader();
  const { data, error, isPending, isPlaceholderData, refetch } = usePartners(params);
  const total = data?.pagination.total;
  const { isFiltered, clearedHref } = useCleared(FILTERS);
  const stopCreating = () => goTo(withParams({ do: undefined }), { isReplacing: true });

  return (
    <ListPage
      sheet={
        selectedId && (
          <PartnerSheet key={selectedId} partnerId={selectedId} requests={requests} {...sheet} />
        )
      }
    >
      <PageHeader
        title="Partners"
        count={data?.pagination}
        actions={<Actions mayCreate={role === "admin"} />}
      />
      {(total !== 0 || isFiltered) && (
        <FilterBar names={FILTERS}>
          <SearchField label="Name or ID" />
          <FilterChoice name="status" label="Status" options={STATUS_OPTIONS} />
          <ColumnChoice list="partners" columns={PARTNER_COLUMNS} />
        </FilterBar>
      )}
      <ListState
        what="partners"
        columns={PARTNER_COLUMNS}
        isPending={isPending}
        failure={data || !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {total === 0 && !isFiltered && (
        <EmptyState title="No partners yet">
          <p>Create partner to get its wallet and an invitation for its owner.</p>
        </EmptyState>
      )}
      {total === 0 && isFiltered && <NoMatch what="partner" clearedHref={clearedHref} />}
      {data && data.pagination.total > 0 && (
        <>
          <DataTable
            label="Partners"
            columns={PARTNER_COLUMNS}
            list="partners"
            note={PartnerNote}
            rows={data.partners}
            keyOf={({ partnerId }) => partnerId}
            {...rows}
            onOpen={(partnerId) => {
              void client.prefetchQuery(partnerQuery(partnerId));
              rows.onOpen(partnerId);
            }}
            isStale={isPlaceholderData}
          />
          <Pagination {...data.pagination} />
        </>
      )}
      {params.get("do") === "create" && (
        <Create mayCreate={role === "admin"} onClose={stopCreating} />
      )}
    </ListPage>
  );
}
