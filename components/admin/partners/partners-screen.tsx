"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { goTo, useAddress } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { ListPage } from "@/components/ui/list-page";
import { ListState } from "@/components/ui/list-state";
import { LongName } from "@/components/ui/long-name";
import { NoMatch } from "@/components/ui/no-match";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import { SearchField } from "@/components/ui/search-field";
import { Time } from "@/components/ui/time";
import { useSheet } from "@/components/ui/use-sheet";
import { toApiError } from "@/lib/api/client/api-error";
import { PartnerStanding } from "./partner-standing";
import { type Partner, partnerQuery, usePartners } from "./queries";

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

const COLUMNS: readonly Column<Partner>[] = [
  { name: "Partner", cell: ({ name }) => <LongName name={name} /> },
  { name: "Status", cell: (partner) => <PartnerStanding partner={partner} /> },
  {
    name: "Created",
    isFolded: true,
    isSpare: true,
    cell: ({ createdAt }) => <Time instant={createdAt} />,
  },
  {
    name: "Wallet",
    isNumber: true,
    cell: ({ walletBalance }) => <Amount value={walletBalance} />,
  },
];

/** The form of a new partner, or a note about the required role. */
function Create({ mayCreate, onClose }: { mayCreate: boolean; onClose: () => void }) {
  if (mayCreate) return <CreatePartner onClose={onClose} />;
  return (
    <RoleDialog title="Only administrators can create partners" onClose={onClose}>
      <p>Ask an administrator to create the partner.</p>
    </RoleDialog>
  );
}

/** The page of the partners with their settings. */
export function PartnersScreen({ requests }: { requests?: ReactNode }) {
  const { params, withParams } = useAddress();
  const { selectedId, hrefOf, open, sheet } = useSheet("/admin/partners");
  const client = useQueryClient();
  const { role } = useReader();
  const { data, error, isPending, isPlaceholderData, refetch } = usePartners(params);
  const total = data?.pagination.total;
  const isSearched = params.has("search");
  const create = () => goTo(withParams({ do: "create" }));
  const stopCreating = () => goTo(withParams({ do: undefined }), { isReplacing: true });

  return (
    <ListPage
      sheet={selectedId && <PartnerSheet partnerId={selectedId} requests={requests} {...sheet} />}
    >
      <PageHeader
        title="Partners"
        count={total}
        actions={
          role === "admin" ? (
            <Button size="compact" onClick={create}>
              Create partner
            </Button>
          ) : (
            <RoleNote>Only administrators can create partners.</RoleNote>
          )
        }
      />
      {(total !== 0 || isSearched) && <SearchField label="Name or ID" />}
      <ListState
        what="partners"
        isPending={isPending}
        failure={data || !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {total === 0 && !isSearched && (
        <EmptyState title="No partners yet">
          <p>Create partner to get its wallet and an invitation for its owner.</p>
        </EmptyState>
      )}
      {total === 0 && isSearched && (
        <NoMatch what="partner" clearedHref={withParams({ search: undefined })} />
      )}
      {data && data.pagination.total > 0 && (
        <>
          <DataTable
            label="Partners"
            columns={COLUMNS}
            rows={data.partners}
            keyOf={({ partnerId }) => partnerId}
            hrefOf={({ partnerId }) => hrefOf(partnerId)}
            onOpen={({ partnerId }) => {
              void client.prefetchQuery(partnerQuery(partnerId));
              open(partnerId);
            }}
            selectedKey={selectedId}
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
