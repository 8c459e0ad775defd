"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type ReactNode, useEffect } from "react";
import { useAddress } from "@/components/ui/address";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilteredExport } from "@/components/ui/late-filters";
import { ListPage } from "@/components/ui/list-page";
import { ListState } from "@/components/ui/list-state";
import { NoMatch } from "@/components/ui/no-match";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { SearchField } from "@/components/ui/search-field";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { useCleared } from "@/components/ui/use-cleared";
import { useSheet } from "@/components/ui/use-sheet";
import { toApiError } from "@/lib/api/client/api-error";
import { USER_STATUS_WORDS } from "@/lib/users/status-words";
import { type CardUser, cardUserQuery, useCardUsers } from "./queries";

// Loaded after the list, before it is first opened.
const loadSheet = () => import("./card-user-sheet").then(({ CardUserSheet }) => CardUserSheet);
const CardUserSheet = dynamic(loadSheet);

const FILTERS = ["search", "partnerId"];

/** The last digits of the newest cards, and the number of the others. */
function cardsText({ cards, cardCount }: CardUser): string {
  if (cards.length === 0) return "–";
  const more = cardCount - cards.length;
  return `${cards.map(({ last4 }) => `•••• ${last4}`).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

const COLUMNS: readonly Column<CardUser>[] = [
  {
    name: "Name",
    cell: ({ firstName, lastName }) => (
      <span className="line-clamp-1 break-all">
        {firstName} {lastName}
      </span>
    ),
  },
  {
    name: "Email",
    isFolded: true,
    isSpare: true,
    cell: ({ email }) => <span className="line-clamp-1 break-all">{email}</span>,
  },
  {
    name: "Partner",
    isFolded: true,
    cell: ({ partnerName }) => <span className="line-clamp-1">{partnerName}</span>,
  },
  {
    name: "Verification",
    width: "w-36",
    cell: ({ status }) => <StateWord {...USER_STATUS_WORDS[status]} />,
  },
  { name: "Cards", isFolded: true, isSpare: true, cell: cardsText },
  {
    name: "Created",
    width: "w-28",
    isFolded: true,
    isSpare: true,
    isNumber: true,
    cell: ({ createdAt }) => <Time instant={createdAt} />,
  },
];

/** The page of the card users of all partners. */
export function CardUsersScreen({ partnerFilter }: { partnerFilter: ReactNode }) {
  const { params } = useAddress();
  const { selectedId, rows, sheet } = useSheet("/admin/users");
  const client = useQueryClient();
  useEffect(() => void loadSheet(), []);
  const { data, error, isPending, isPlaceholderData, refetch } = useCardUsers(params);
  const { isFiltered, clearedHref } = useCleared(FILTERS);
  const total = data?.pagination.total;
  return (
    <ListPage
      sheet={selectedId && <CardUserSheet key={selectedId} userId={selectedId} {...sheet} />}
    >
      <PageHeader
        title="Card users"
        count={data?.pagination}
        actions={
          total !== undefined &&
          total > 0 && <FilteredExport path="/api/admin/users/export" names={FILTERS} />
        }
      />
      <FilterBar names={FILTERS}>
        <SearchField label="Name, email, last four digits or ID" />
        {partnerFilter}
      </FilterBar>
      <ListState
        what="card users"
        columns={COLUMNS}
        isPending={isPending}
        failure={data || !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {total === 0 && !isFiltered && (
        <EmptyState title="No card users yet">
          <p>Card users appear here when partners create them.</p>
        </EmptyState>
      )}
      {total === 0 && isFiltered && <NoMatch what="card user" clearedHref={clearedHref} />}
      {data && data.pagination.total > 0 && (
        <>
          <DataTable
            label="Card users"
            columns={COLUMNS}
            rows={data.users}
            keyOf={({ serviceId }) => serviceId}
            {...rows}
            note={({ partnerName }) => <span className="block truncate">{partnerName}</span>}
            onOpen={(serviceId) => {
              void client.prefetchQuery(cardUserQuery(serviceId));
              rows.onOpen(serviceId);
            }}
            isStale={isPlaceholderData}
          />
          <Pagination {...data.pagination} />
        </>
      )}
    </ListPage>
  );
}
