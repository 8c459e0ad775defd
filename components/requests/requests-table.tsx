"use client";

import { goTo, useAddress } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Time } from "@/components/ui/time";
import type { ApiData } from "@/lib/fetch/types";
import type { LoggedRequest } from "./queries";
import { RequestState } from "./request-state";

const COLUMNS: readonly Column<LoggedRequest>[] = [
  {
    name: "Request",
    cell: ({ method, path }) => (
      <span className="font-mono break-all">
        <span className="text-quiet">{method}</span> {path}
      </span>
    ),
  },
  {
    name: "Answer",
    cell: ({ status, errorCode }) => (
      <>
        <span className="max-lg:hidden">
          <RequestState status={status} {...(errorCode !== undefined && { errorCode })} />
        </span>
        <span className="lg:hidden">
          <RequestState status={status} />
        </span>
      </>
    ),
  },
  { name: "By", isFolded: true, isSpare: true, cell: ({ caller }) => caller.name },
  {
    name: "Took",
    isFolded: true,
    isSpare: true,
    isNumber: true,
    cell: ({ durationMs }) => `${durationMs} ms`,
  },
  {
    name: "When",
    isFolded: true,
    isNumber: true,
    cell: ({ createdAt }) => <Time instant={createdAt} />,
  },
];

interface RequestsTableProps {
  page: ApiData<"listRequests">;
  selectedId: string | undefined;
  hrefOf: (request: LoggedRequest) => string;
  onOpen: (request: LoggedRequest) => void;
  isStale: boolean;
}

/** The requests of a page, and the way to older ones. */
export function RequestsTable({ page, ...rest }: RequestsTableProps) {
  const { params, withParams } = useAddress();
  const { requests, next } = page;
  return (
    <>
      {requests.length > 0 && (
        <DataTable
          label="Requests"
          columns={COLUMNS}
          rows={requests}
          keyOf={({ requestId }) => requestId}
          selectedKey={rest.selectedId}
          note={({ createdAt, caller }) => (
            <>
              {caller.name} · <Time instant={createdAt} />
            </>
          )}
          {...rest}
        />
      )}
      {(next !== undefined || params.has("before")) && (
        <nav aria-label="Older requests" className="flex justify-end gap-2 pt-3">
          <Button
            look="plain"
            size="compact"
            disabled={!params.has("before")}
            onClick={() => goTo(withParams({ before: undefined }))}
          >
            Newest
          </Button>
          <Button
            look="plain"
            size="compact"
            disabled={next === undefined}
            onClick={() => {
              goTo(withParams({ before: next }));
              window.scrollTo(0, 0);
            }}
          >
            Older
          </Button>
        </nav>
      )}
    </>
  );
}
