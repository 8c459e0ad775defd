"use client";

import { FIRST_PAGE, goTo, useAddress } from "./address";
import { Button } from "./button";
import { ErrorPanel } from "./error-panel";
import type { Failure } from "./failure";
import { Notice } from "./notice";
import { SkeletonRows } from "./skeleton";
import { SkeletonTable } from "./skeleton-table";
import type { ColumnShape } from "./table-column";

interface ListStateProps {
  /** The plural noun of the rows: "users". */
  what: string;
  /** The columns of the table that follows, which the placeholder has too. */
  columns?: readonly ColumnShape[];
  isPending: boolean;
  /** Why there are no rows to show. */
  failure: Failure | undefined;
  onRetry: () => void;
  /** The address without the filters, which may be the cause of the failure; by default without any parameter. */
  clearedHref?: string | undefined;
}

/** Shows that a list is loading or could not be loaded. */
export function ListState(props: ListStateProps) {
  const { what, columns, isPending, failure, onRetry } = props;
  const { path, withParams } = useAddress();
  const label = `Loading the ${what}`;
  if (isPending)
    return columns ? (
      <SkeletonTable columns={columns.filter(({ isHidden }) => !isHidden)} label={label} />
    ) : (
      <SkeletonRows label={label} />
    );
  if (!failure) return null;
  if (failure.code === "VALIDATION") {
    // Trying again would be refused again.
    const isPage = failure.fields?.cursor;
    const href = isPage ? withParams(FIRST_PAGE) : (props.clearedHref ?? path);
    return (
      <Notice state="failed" title={`The ${what} could not be filtered`} isLive>
        <p>The page’s address is not valid.</p>
        <Button look="plain" size="compact" className="mt-2" onClick={() => goTo(href)}>
          {isPage ? "First page" : "Clear filters"}
        </Button>
      </Notice>
    );
  }
  return (
    <ErrorPanel title={`The ${what} could not be loaded`} failure={failure} onRetry={onRetry} />
  );
}
