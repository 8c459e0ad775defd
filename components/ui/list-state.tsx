"use client";

import { goTo } from "./address";
import { Button } from "./button";
import { ErrorPanel } from "./error-panel";
import type { Failure } from "./failure";
import { Notice } from "./notice";
import { SkeletonRows } from "./skeleton";

interface ListStateProps {
  /** The plural noun of the rows: "users". */
  what: string;
  isPending: boolean;
  /** Why there are no rows to show. */
  failure: Failure | undefined;
  onRetry: () => void;
  /** The address without the filters, which may be the cause of the failure. */
  clearedHref?: string | undefined;
}

/** Shows that a list is loading or could not be loaded. */
export function ListState({ what, isPending, failure, onRetry, clearedHref }: ListStateProps) {
  if (isPending) return <SkeletonRows label={`Loading the ${what}`} />;
  if (!failure) return null;
  if (failure.code === "VALIDATION" && clearedHref !== undefined)
    return (
      <Notice state="failed" title={`The ${what} could not be filtered`} isLive>
        <p>A filter in the page’s address is not valid.</p>
        <Button
          look="plain"
          size="compact"
          className="mt-2"
          onClick={() => goTo(clearedHref, { isReplacing: true })}
        >
          Clear filters
        </Button>
      </Notice>
    );
  return (
    <ErrorPanel title={`The ${what} could not be loaded`} failure={failure} onRetry={onRetry} />
  );
}
