import { ErrorPanel } from "./error-panel";
import type { Failure } from "./failure";

/** Why nobody was invited, or what to look at where that is unclear. */
export function InvitationFailure({ failure }: { failure: Failure }) {
  return (
    <ErrorPanel
      title="Nobody was invited"
      unknown="An invitation may stand whose link you did not see: look at the list before you try again."
      failure={failure}
      undone="Nothing was changed."
    />
  );
}
