"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useEffect } from "react";
import { useAddress } from "@/components/ui/address";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { ExportLink, FilterChoices, FilterDates } from "@/components/ui/late-filters";
import { ColumnChoice } from "@/components/ui/late-menus";
import { ListPage } from "@/components/ui/list-page";
import { ListState } from "@/components/ui/list-state";
import { NoMatch } from "@/components/ui/no-match";
import { useReader } from "@/components/ui/reader";
import { SearchField } from "@/components/ui/search-field";
import { useCleared } from "@/components/ui/use-cleared";
import { useSheet } from "@/components/ui/use-sheet";
import { toApiError } from "@/lib/api/client/api-error";
import { exportPath, FILTERS, requestQuery, useRequests } from "./queries";
import { STATUS_OPTIONS } from "./request-state";
import { COLUMNS, LIST, RequestsTable } from "./requests-table";

// Loaded after the list, before it is first opened.
const loadSheet = () => import("./request-sheet").then(({ RequestSheet }) => RequestSheet);
const RequestSheet = dynamic(loadSheet);

const METHODS = ["GET", "HEAD", "POST", "PATCH", "DELETE"].map((value) => ({ value, word: value }));
const CURL = `curl "$BASE_URL/api/v1/partner/wallet/balance" \\
  -H "Authorization: Bearer $API_KEY"`;

interface RequestsScreenProps {
  /** How long requests are kept: KEEP_REQUEST_LOG_DAYS. */
  keptDays: number;
}

function Requests({ keptDays }: RequestsScreenProps) {
  const { params } = useAddress();
  const { isFiltered, clearedHref } = useCleared(FILTERS);
  const { selectedId, rows, sheet } = useSheet("/developers/requests");
  const client = useQueryClient();
  useEffect(() => void loadSheet(), []);
  const list = useRequests(params);
  const isNone = list.data?.requests.length === 0 && list.data.pagination.nextCursor === undefined;
  const isEmpty = isNone && !isFiltered && !params.has("cursor");
  return (
    <ListPage
      sheet={selectedId && <RequestSheet key={selectedId} requestId={selectedId} {...sheet} />}
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <p className="text-small text-quiet">
          API requests and dashboard changes, last {keptDays} days.
        </p>
        {list.data && !isNone && <ExportLink hrefIn={(timeZone) => exportPath(params, timeZone)} />}
      </div>
      {!isEmpty && (
        <FilterBar names={FILTERS}>
          <SearchField label="Path, request ID or key" />
          <FilterChoices name="method" label="Method" options={METHODS} />
          <FilterChoices name="status" label="Response" options={STATUS_OPTIONS} />
          <FilterDates />
          <ColumnChoice list={LIST} columns={COLUMNS} />
        </FilterBar>
      )}
      <ListState
        what="requests"
        columns={COLUMNS}
        isPending={list.isPending}
        failure={list.data || !list.error ? undefined : toApiError(list.error)}
        onRetry={() => list.refetch()}
        clearedHref={clearedHref}
      />
      {isEmpty && (
        <EmptyState title="No requests yet" curl={CURL}>
          <p>Each request appears here with its body and response.</p>
        </EmptyState>
      )}
      {isNone && isFiltered && <NoMatch what="request" clearedHref={clearedHref} />}
      {list.data && !isEmpty && (
        <RequestsTable
          page={list.data}
          {...rows}
          onOpen={(requestId) => {
            void client.prefetchQuery(requestQuery(requestId));
            rows.onOpen(requestId);
          }}
          isStale={list.isPlaceholderData}
        />
      )}
    </ListPage>
  );
}

/** The page of the request log. */
export function RequestsScreen(props: RequestsScreenProps) {
  const { role } = useReader();
  if (role === "viewer")
    return (
      <p className="text-quiet">
        Only owners and developers can view requests. Ask an owner for access.
      </p>
    );
  return <Requests {...props} />;
}
