"use client";

import { useAddress } from "@/components/ui/address";
import { type Column, DataTable } from "@/components/ui/data-table";
import { ExportLink } from "@/components/ui/late-filters";
import { ListState } from "@/components/ui/list-state";
import { NoMatch } from "@/components/ui/no-match";
import { totalText } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { Time } from "@/components/ui/time";
import { useCleared } from "@/components/ui/use-cleared";
import type { SheetRows } from "@/components/ui/use-sheet";
import { toApiError } from "@/lib/api/client/api-error";
import { EventFilters } from "./event-filters";
import { EventState } from "./event-state";
import { EVENT_FILTERS, eventsExportPath, useWebhookEvents, type WebhookEvent } from "./queries";

const LIST = "webhook-events";

const COLUMNS: readonly Column<WebhookEvent>[] = [
  {
    name: "Event",
    cell: ({ subject, isTest }) => (
      <span className="line-clamp-2 break-words">
        {isTest && <span className="text-quiet">Test: </span>}
        {/* The digits of a card stay beside its dots. */}
        {subject.replace("•• ", "••\u00a0")}
      </span>
    ),
  },
  {
    name: "Type",
    width: "w-60",
    isFolded: true,
    isSpare: true,
    cell: ({ event }) => <span className="line-clamp-1 font-mono break-all">{event}</span>,
  },
  { name: "Status", width: "w-28", cell: (each) => <EventState status={each.status} /> },
  {
    name: "Response",
    width: "w-32",
    isFolded: true,
    cell: ({ lastAttempt }) => (
      <span className="line-clamp-1 break-all text-quiet" title={lastAttempt?.error ?? undefined}>
        {lastAttempt ? (lastAttempt.statusCode ?? lastAttempt.error) : "–"}
      </span>
    ),
  },
  {
    name: "Attempts",
    width: "w-24",
    isFolded: true,
    isSpare: true,
    isNumber: true,
    cell: ({ attempts }) => attempts,
  },
  {
    name: "Created",
    width: "w-28",
    isFolded: true,
    isNumber: true,
    cell: ({ createdAt }) => <Time instant={createdAt} />,
  },
];

/** The list of events, newest first. */
export function Events({ rows }: { rows: SheetRows }) {
  const { params } = useAddress();
  const { isFiltered, clearedHref } = useCleared(EVENT_FILTERS);
  const list = useWebhookEvents(params);
  const total = list.data?.pagination.total;
  return (
    <section className="space-y-3">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">
          Events{" "}
          {list.data && (
            <span className="ml-1 font-normal text-quiet tabular-nums">
              {totalText(list.data.pagination)}
            </span>
          )}
        </h2>
        {total !== undefined && total > 0 && (
          <ExportLink hrefIn={(timeZone) => eventsExportPath(params, timeZone)} />
        )}
      </div>
      <EventFilters columns={COLUMNS} list={LIST} />
      <ListState
        what="events"
        columns={COLUMNS}
        isPending={list.isPending}
        failure={list.data || !list.error ? undefined : toApiError(list.error)}
        onRetry={() => list.refetch()}
        clearedHref={clearedHref}
      />
      {total === 0 && isFiltered && <NoMatch what="event" clearedHref={clearedHref} />}
      {total === 0 && !isFiltered && (
        <p className="py-4 text-small text-quiet">
          No events yet. Each event appears here with the response of your server.
        </p>
      )}
      {list.data && list.data.pagination.total > 0 && (
        <>
          <DataTable
            label="Webhook events"
            list={LIST}
            columns={COLUMNS}
            rows={list.data.events}
            keyOf={({ id }) => id}
            {...rows}
            note={({ event, createdAt }) => (
              <>
                <span className="font-mono">{event}</span> · <Time instant={createdAt} />
              </>
            )}
            isStale={list.isPlaceholderData}
          />
          <Pagination {...list.data.pagination} />
        </>
      )}
    </section>
  );
}
