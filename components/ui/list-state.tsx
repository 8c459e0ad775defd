import { ErrorPanel } from "./error-panel";
import type { Failure } from "./failure";
import { SkeletonRows } from "./skeleton";

interface ListStateProps {
  /** "users" */
  what: string;
  isPending: boolean;
  /** Why there is nothing to show. */
  failure: Failure | undefined;
  onRetry: () => void;
}

/** A list that is on its way, or that could not be loaded. */
export function ListState({ what, isPending, failure, onRetry }: ListStateProps) {
  if (isPending) return <SkeletonRows label={`Loading the ${what}`} />;
  if (!failure) return null;
  return (
    <ErrorPanel title={`The ${what} could not be loaded`} failure={failure} onRetry={onRetry} />
  );
}
