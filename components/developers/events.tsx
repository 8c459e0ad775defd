"use client";

import { useAddress } from "@/components/ui/address";
import { type Column, DataTable } from "@/components/ui/data-table";
import { ErrorPanel } from "@/components/ui/error-panel";
import { NoMatch } from "@/components/ui/no-match";
import { Pagination } from "@/components/ui/pagination";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/fetch/api-error";
import { EventFilters } from "./event-filters";
import { EventState } from "./event-state";
import { EVENT_FILTERS, useWebhookEvents, type WebhookEvent } from "./queries";

const COLUMNS: readonly Column<WebhookEvent>[] = [
  {
    name: "Event",
    cell: ({ event, isTest }) => (
      <span className="font-mono">
        {event}
        {isTest && <span className="text-quiet"> test</span>}
      </span>
    ),
  },
  { name: "State", cell: (each) => <EventState status={each.status} /> },
  {
    name: "Answer",
    isFolded: true,
    cell: ({ lastAttempt }) => (
      <span className="line-clamp-1 break-all text-quiet">
        {lastAttempt ? (lastAttempt.statusCode ?? lastAttempt.error) : "None"}
      </span>
    ),
  },
  { name: "Attempts", isFolded: true, isNumber: true, cell: ({ attempts }) => attempts },
  {
    name: "When",
    isFolded: true,
    isNumber: true,
    cell: ({ createdAt }) => <Time instant={createdAt} />,
  },
];

interface EventsProps {
  selectedId: string | undefined;
  hrefOf: (eventId: string) => string;
  onOpen: (eventId: string) => void;
}

/** What the partner's server was told, newest first. */
export function Events({ selectedId, hrefOf, onOpen }: EventsProps) {
  const { params, withParams } = useAddress();
  const list = useWebhookEvents(params);
  const total = list.data?.pagination.total;
  const isFiltered = EVENT_FILTERS.some((name) => params.has(name));
  const cleared = Object.fromEntries(EVENT_FILTERS.map((name) => [name, undefined]));
  return (
    <section className="space-y-3">
      <h2 className="font-semibold">
        Events
        {total !== undefined && (
          <span className="ml-2 font-normal text-quiet tabular-nums">
            {total.toLocaleString("en-US")}
          </span>
        )}
      </h2>
      <EventFilters />
      {list.isPending && <SkeletonRows label="Loading the events" />}
      {list.isError && !list.data && (
        <ErrorPanel
          title="The events could not be loaded"
          failure={toApiError(list.error)}
          onRetry={() => list.refetch()}
        />
      )}
      {total === 0 && isFiltered && <NoMatch what="event" clearedHref={withParams(cleared)} />}
      {total === 0 && !isFiltered && (
        <p className="py-4 text-small text-quiet">
          None. Each change that your server should hear of stands here, with what it answered.
        </p>
      )}
      {list.data && list.data.pagination.total > 0 && (
        <>
          <DataTable
            label="Webhook events"
            columns={COLUMNS}
            rows={list.data.events}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => hrefOf(id)}
            onOpen={({ id }) => onOpen(id)}
            selectedKey={selectedId}
            note={({ createdAt }) => <Time instant={createdAt} />}
            isStale={list.isPlaceholderData}
          />
          <Pagination {...list.data.pagination} />
        </>
      )}
    </section>
  );
}
