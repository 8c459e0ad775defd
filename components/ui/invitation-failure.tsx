import { ErrorPanel } from "./error-panel";
import type { Failure } from "./failure";

/** Shows why an invitation failed, or what to check when the outcome is unknown. */
export function InvitationFailure({ failure }: { failure: Failure }) {
  return (
    <ErrorPanel
      title="The invitation was not created"
      failure={failure}
      undone="No changes were made."
    />
  );
}
