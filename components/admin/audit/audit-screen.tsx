"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useEffect } from "react";
import { useAddress } from "@/components/ui/address";
import { type Column, DataTable } from "@/components/ui/data-table";
import { FilteredExport } from "@/components/ui/late-filters";
import { ListPage } from "@/components/ui/list-page";
import { ListState } from "@/components/ui/list-state";
import { LongName } from "@/components/ui/long-name";
import { Older } from "@/components/ui/older";
import { PageHeader } from "@/components/ui/page-header";
import { shorten } from "@/components/ui/shorten";
import { Time } from "@/components/ui/time";
import { useSheet } from "@/components/ui/use-sheet";
import { toApiError } from "@/lib/api/client/api-error";
import { actionWords } from "@/lib/audit/action-words";
import { AuditFilters } from "./audit-filters";
import { AUDIT_FILTERS, type AuditEntry, useEntries, useLog } from "./queries";

// Rendered by the server, and loaded after the page.
const ChainState = dynamic(() => import("./chain-state").then(({ ChainState }) => ChainState));

const NoEntries = dynamic(() => import("./no-entries").then(({ NoEntries }) => NoEntries), {
  loading: () => null,
});

// Loaded after the list, before it is first opened.
const loadSheet = () => import("./entry-sheet").then(({ EntrySheet }) => EntrySheet);
const EntrySheet = dynamic(loadSheet);

const PATH = "/admin/audit";

const COLUMNS: readonly Column<AuditEntry>[] = [
  { name: "Action", cell: ({ action }) => actionWords(action) },
  {
    name: "Actor",
    width: "w-36",
    isFolded: true,
    cell: ({ personName }) => <LongName name={personName} />,
  },
  {
    name: "Organization",
    isFolded: true,
    isSpare: true,
    cell: ({ partnerName }) => <LongName name={partnerName ?? "Operator"} />,
  },
  {
    name: "Target",
    width: "w-40",
    isFolded: true,
    cell: ({ targetId }) => <span className="font-mono">{shorten(targetId)}</span>,
  },
  {
    name: "IP address",
    width: "w-36",
    isFolded: true,
    isSpare: true,
    cell: ({ ipAddress }) => <LongName name={ipAddress ?? "–"} />,
  },
  { name: "Time", width: "w-28", isNumber: true, cell: ({ at }) => <Time instant={at} /> },
];

/** The page of the audit log, with its integrity check. */
export function AuditScreen({ partnerFilter }: { partnerFilter: ReactNode }) {
  const { params } = useAddress();
  const { selectedId, rows, sheet } = useSheet(PATH);
  useEffect(() => void loadSheet(), []);
  const log = useLog();
  const { data, error, isPending, isPlaceholderData, refetch } = useEntries(params);
  const isFiltered = [...AUDIT_FILTERS, "cursor"].some((name) => params.has(name));
  const next = data?.pagination.nextCursor;
  return (
    <ListPage sheet={selectedId && <EntrySheet key={selectedId} entryId={selectedId} {...sheet} />}>
      <PageHeader
        title="Audit log"
        count={log.data?.entries}
        actions={<FilteredExport path="/api/admin/audit/export" names={AUDIT_FILTERS} />}
      />
      {log.data && <ChainState log={log.data} />}
      <AuditFilters actions={log.data?.actions ?? []} partnerFilter={partnerFilter} />
      <ListState
        what="audit log"
        isPending={isPending}
        failure={data && !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {data && !error && (
        <>
          {data.entries.length > 0 ? (
            <DataTable
              label="Audit log"
              columns={COLUMNS}
              rows={data.entries}
              keyOf={({ entryId }) => entryId}
              note={({ personName, targetId }) => (
                <>
                  {personName} · <span className="font-mono">{shorten(targetId)}</span>
                </>
              )}
              isStale={isPlaceholderData}
              {...rows}
            />
          ) : (
            <NoEntries isFiltered={isFiltered} next={next} />
          )}
          <Older next={next} />
        </>
      )}
    </ListPage>
  );
}
