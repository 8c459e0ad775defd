"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type ReactNode, useEffect } from "react";
import { goTo, useAddress } from "@/components/ui/address";
import { Allowed } from "@/components/ui/allowed";
import { Button } from "@/components/ui/button";
import { FilterBar } from "@/components/ui/filter-bar";
import { ExportLink, FilterChoice, FilterChoices, FilterDates } from "@/components/ui/late-filters";
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
import { STATUS_OPTIONS } from "./card-state";
import { CardsTable, COLUMNS, LIST } from "./cards-table";
import { cardQuery, cardShortfallQuery, exportPath, FILTERS, useCards } from "./queries";

// Loaded after the list, before it is first opened.
const loadSheet = () => import("./card-sheet").then(({ CardSheet }) => CardSheet);
const CardSheet = dynamic(loadSheet);

// Forms include zod schemas: loaded when they are opened, and never rendered by the server.
const CreateCard = dynamic(() => import("./create-card").then(({ CreateCard }) => CreateCard), {
  ssr: false,
});

const RoleDialog = dynamic(
  () => import("@/components/ui/role-dialog").then(({ RoleDialog }) => RoleDialog),
  { ssr: false },
);

// Rendered by the server, and loaded after the page.
const CardsEmpty = dynamic(() => import("./cards-empty").then(({ CardsEmpty }) => CardsEmpty));
const UserFilter = dynamic(() => import("./user-filter").then(({ UserFilter }) => UserFilter));

const FUNDING_OPTIONS = [
  { value: "float", word: "Float" },
  { value: "crypto", word: "Crypto" },
];

const SHORTFALL_OPTIONS = [{ value: "owed", word: "Owed" }];

function Filters() {
  return (
    <FilterBar names={FILTERS}>
      <SearchField label="Last 4 digits, name or ID" />
      <FilterChoices name="status" label="Status" options={STATUS_OPTIONS} />
      <FilterChoices name="fundingType" label="Funding type" options={FUNDING_OPTIONS} />
      <UserFilter />
      <FilterChoice name="shortfall" label="Shortfall" options={SHORTFALL_OPTIONS} />
      <FilterDates label="Created" />
      <ColumnChoice list={LIST} columns={COLUMNS} />
    </FilterBar>
  );
}

/** The form of a new card, or a note about the required role. */
function Create({ mayCreate, onClose }: { mayCreate: boolean; onClose: () => void }) {
  if (mayCreate) return <CreateCard onClose={onClose} />;
  return (
    <RoleDialog title="Only owners and developers can create cards" onClose={onClose}>
      <p>Your role is viewer. An owner can change it under Settings.</p>
    </RoleDialog>
  );
}

/** Closes the form of a new card. */
const NO_FORM = { do: undefined, user: undefined };

/** The page of the cards with their balances and statuses. `explanation` is of the open card. */
export function CardsScreen({ explanation }: { explanation?: ReactNode }) {
  const { params, withParams } = useAddress();
  const { selectedId, rows, sheet } = useSheet("/cards", ["do", "user"]);
  const client = useQueryClient();
  const mayCreate = useReader().role !== "viewer";
  const list = useCards(params);
  const total = list.data?.pagination.total;
  const { isFiltered, clearedHref } = useCleared(FILTERS);
  const isEmpty = total === 0 && !isFiltered;
  useEffect(() => void loadSheet(), []);
  const create = () => goTo(withParams({ do: "create" }));
  const stopCreating = () => goTo(withParams(NO_FORM), { isReplacing: true });

  return (
    <ListPage
      sheet={
        selectedId && (
          <CardSheet
            key={selectedId}
            explanation={explanation}
            serviceCardId={selectedId}
            {...sheet}
          />
        )
      }
    >
      <PageHeader
        title="Cards"
        count={list.data?.pagination}
        actions={
          <>
            {total !== undefined && total > 0 && (
              <ExportLink hrefIn={(timeZone) => exportPath(params, timeZone)} />
            )}
            <Allowed is={mayCreate} note="Only owners and developers can create cards.">
              <Button size="compact" onClick={create}>
                Create card
              </Button>
            </Allowed>
          </>
        }
      />
      {!isEmpty && <Filters />}
      <ListState
        what="cards"
        columns={COLUMNS}
        isPending={list.isPending}
        failure={list.data || !list.error ? undefined : toApiError(list.error)}
        onRetry={() => list.refetch()}
        clearedHref={clearedHref}
      />
      {isEmpty && <CardsEmpty onCreate={create} />}
      {isFiltered && total === 0 && <NoMatch what="card" clearedHref={clearedHref} />}
      {list.data && list.data.pagination.total > 0 && (
        <CardsTable
          page={list.data}
          {...rows}
          onOpen={(serviceCardId) => {
            void client.prefetchQuery(cardQuery(serviceCardId));
            void client.prefetchQuery(cardShortfallQuery(serviceCardId));
            rows.onOpen(serviceCardId);
          }}
          isStale={list.isPlaceholderData}
        />
      )}
      {params.get("do") === "create" && <Create mayCreate={mayCreate} onClose={stopCreating} />}
    </ListPage>
  );
}
