"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";
import { useAddress } from "@/components/ui/address";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterText } from "@/components/ui/filter-text";
import { ExportLink, FilterChoice, FilterDates } from "@/components/ui/late-filters";
import { ListPage } from "@/components/ui/list-page";
import { ListState } from "@/components/ui/list-state";
import { NoMatch } from "@/components/ui/no-match";
import { Pagination } from "@/components/ui/pagination";
import { useReader } from "@/components/ui/reader";
import { shorten } from "@/components/ui/shorten";
import { Time } from "@/components/ui/time";
import { useCleared } from "@/components/ui/use-cleared";
import { useSheet } from "@/components/ui/use-sheet";
import { toApiError } from "@/lib/api/client/api-error";
import { actionWords } from "@/lib/audit/action-words";
import { SettingsFrame } from "../settings-frame";
import { type AuditEntry, exportPath, FILTERS, useAuditActions, useAuditLog } from "./queries";

// Loaded after the list, before it is first opened.
const loadSheet = () =>
  import("./audit-entry-sheet").then(({ AuditEntrySheet }) => AuditEntrySheet);
const AuditEntrySheet = dynamic(loadSheet);

const CURL = `curl "$BASE_URL/api/v1/partner/audit" \\
  -H "Authorization: Bearer $API_KEY"`;

const actorOf = ({ actor, personName }: AuditEntry) =>
  actor === "operator" ? "Operator" : personName;

const COLUMNS: readonly Column<AuditEntry>[] = [
  { name: "Action", cell: ({ action }) => actionWords(action) },
  { name: "Actor", isFolded: true, cell: actorOf },
  {
    name: "Target",
    isFolded: true,
    cell: ({ targetId }) => <span className="font-mono">{shorten(targetId)}</span>,
  },
  { name: "IP address", isFolded: true, isSpare: true, cell: ({ ipAddress }) => ipAddress ?? "–" },
  { name: "Time", width: "w-28", isNumber: true, cell: ({ at }) => <Time instant={at} /> },
];

function Filters() {
  const actions = useAuditActions().data?.actions ?? [];
  const options = actions
    .map((action) => ({ value: action, word: actionWords(action) }))
    .sort((first, second) => first.word.localeCompare(second.word));
  return (
    <FilterBar names={FILTERS}>
      <FilterChoice name="action" label="Action" options={options} />
      <FilterText name="actor" label="Actor" hint="Email, person ID or operator" />
      <FilterText name="target" label="Target" hint="ID of the changed object" />
      <FilterDates />
    </FilterBar>
  );
}

function AuditLog() {
  const { params } = useAddress();
  const { isFiltered, clearedHref } = useCleared(FILTERS);
  const { selectedId, rows, sheet } = useSheet("/settings/audit");
  useEffect(() => void loadSheet(), []);
  const { data, error, isPending, isPlaceholderData, refetch } = useAuditLog(params);
  const total = data?.pagination.total;
  const isEmpty = total === 0 && !isFiltered;
  return (
    <ListPage
      sheet={selectedId && <AuditEntrySheet key={selectedId} entryId={selectedId} {...sheet} />}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-small text-quiet">
          Changes by your team and by the operator. Requests with an API key are under Developers.
        </p>
        {total !== undefined && total > 0 && (
          <ExportLink hrefIn={(timeZone) => exportPath(params, timeZone)} />
        )}
      </div>
      {!isEmpty && <Filters />}
      <ListState
        what="audit log"
        columns={COLUMNS}
        isPending={isPending}
        failure={data || !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
        clearedHref={clearedHref}
      />
      {isEmpty && (
        <EmptyState title="No entries yet" curl={CURL}>
          <p>Each change by a team member or the operator is recorded here, with its time.</p>
        </EmptyState>
      )}
      {total === 0 && isFiltered && <NoMatch what="entry" clearedHref={clearedHref} />}
      {data && data.pagination.total > 0 && (
        <>
          <DataTable
            label="Audit log"
            columns={COLUMNS}
            rows={data.entries}
            keyOf={({ entryId }) => entryId}
            note={(entry) => (
              <>
                {actorOf(entry)} · <span className="font-mono">{shorten(entry.targetId)}</span>
              </>
            )}
            isStale={isPlaceholderData}
            {...rows}
          />
          <Pagination {...data.pagination} />
        </>
      )}
    </ListPage>
  );
}

/** The page of the partner's audit log. */
export function AuditLogScreen() {
  const { role } = useReader();
  return (
    <SettingsFrame isWide>
      {role === "viewer" ? (
        <p className="text-quiet">
          Only owners and developers can view the audit log. Ask an owner for access.
        </p>
      ) : (
        <AuditLog />
      )}
    </SettingsFrame>
  );
}
