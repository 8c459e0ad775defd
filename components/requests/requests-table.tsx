"use client";

import { Fragment } from "react";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Older } from "@/components/ui/older";
import { Time } from "@/components/ui/time";
import type { SheetRows } from "@/components/ui/use-sheet";
import type { ApiData } from "@/lib/api/client/types";
import type { LoggedRequest } from "./queries";
import { RequestState } from "./request-state";

/** The name of the reader's choice of columns. */
export const LIST = "requests";

export const COLUMNS: readonly Column<LoggedRequest>[] = [
  {
    name: "Request",
    cell: ({ method, path }) => (
      <span className="font-mono wrap-anywhere">
        <span className="text-quiet">{method}</span> {withBreaks(path)}
      </span>
    ),
  },
  {
    name: "Response",
    width: "w-28 @3xl:w-56",
    cell: ({ status, errorCode }) => (
      <>
        <span className="@max-3xl:hidden">
          <RequestState status={status} {...(errorCode !== undefined && { errorCode })} />
        </span>
        <span className="@3xl:hidden">
          <RequestState status={status} />
        </span>
      </>
    ),
  },
  {
    name: "Source",
    width: "w-40",
    isFolded: true,
    isSpare: true,
    cell: ({ caller }) => caller.name,
  },
  {
    name: "Duration",
    width: "w-28",
    isFolded: true,
    isSpare: true,
    isNumber: true,
    cell: ({ durationMs }) => `${durationMs} ms`,
  },
  {
    name: "Time",
    width: "w-28",
    isFolded: true,
    isNumber: true,
    cell: ({ createdAt }) => <Time instant={createdAt} />,
  },
];

/** A path that a line may end after each of its slashes, so that no word is torn while another place is left. */
function withBreaks(path: string) {
  return path.split(/(?<=.\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path never change their places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

interface RequestsTableProps extends SheetRows {
  page: ApiData<"listRequests">;
  isStale: boolean;
}

/** The table of requests, with a link to older ones. */
export function RequestsTable({ page, ...rest }: RequestsTableProps) {
  const { requests, pagination } = page;
  return (
    <>
      {requests.length > 0 && (
        <DataTable
          label="Requests"
          list={LIST}
          columns={COLUMNS}
          rows={requests}
          keyOf={({ requestId }) => requestId}
          note={({ createdAt, caller }) => (
            <>
              {caller.name} · <Time instant={createdAt} />
            </>
          )}
          {...rest}
        />
      )}
      <Older next={pagination.nextCursor} />
    </>
  );
}
