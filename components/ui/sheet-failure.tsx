import { ButtonLink } from "./button-link";
import { ErrorPanel } from "./error-panel";
import type { Failure } from "./failure";

interface SheetFailureProps {
  /** The kind of object in the sheet: "Card". */
  what: string;
  failure: Failure;
  onRetry: () => void;
  /** The list behind the sheet. */
  closeHref: string;
}

/** Explains why a sheet is empty: without an alert when the id is unknown, otherwise as a failure with a retry. */
export function SheetFailure({ what, failure, onRetry, closeHref }: SheetFailureProps) {
  if (!failure.code.endsWith("NOT_FOUND"))
    return (
      <ErrorPanel
        title={`This ${what.toLowerCase()} could not be loaded`}
        failure={failure}
        onRetry={onRetry}
      />
    );
  return (
    <div role="status" className="space-y-3 py-4">
      <p className="font-medium">{what} not found</p>
      <p className="text-small text-quiet">{failure.text} Check the ID in the address.</p>
      <ButtonLink href={closeHref} look="plain" size="compact">
        Back to list
      </ButtonLink>
    </div>
  );
}
