import { ErrorPanel } from "./error-panel";
import type { Failure } from "./failure";

/** Why nobody was invited, or what to look at where that is unclear. */
export function InvitationFailure({ failure }: { failure: Failure }) {
  return (
    <ErrorPanel
      title="The invitation was not created"
      unknown="The invitation may have been created. Check the list before retrying."
      failure={failure}
      undone="No changes were made."
    />
  );
}
