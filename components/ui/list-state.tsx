"use client";

import dynamic from "next/dynamic";
import { ErrorPanel } from "./error-panel";
import type { Failure } from "./failure";
import { SkeletonRows } from "./skeleton";
import { SkeletonTable } from "./skeleton-table";
import type { ColumnShape } from "./table-column";

// Loaded when an address is refused. With a placeholder of its own: without one, the whole page would give way to its
// placeholder.
const RefusedFilter = dynamic(
  () => import("./refused-filter").then(({ RefusedFilter }) => RefusedFilter),
  { loading: () => null },
);

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
  const { what, columns, isPending, failure, onRetry, clearedHref } = props;
  const label = `Loading the ${what}`;
  if (isPending)
    return columns ? (
      <SkeletonTable columns={columns.filter(({ isHidden }) => !isHidden)} label={label} />
    ) : (
      <SkeletonRows label={label} />
    );
  if (!failure) return null;
  if (failure.code === "VALIDATION")
    return <RefusedFilter what={what} fields={failure.fields ?? {}} clearedHref={clearedHref} />;
  return (
    <ErrorPanel title={`The ${what} could not be loaded`} failure={failure} onRetry={onRetry} />
  );
}
