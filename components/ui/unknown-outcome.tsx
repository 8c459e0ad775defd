import type { Failure } from "./failure";

export const UNKNOWN_TITLE = "The result is unknown";

/** Whether a change may have been made although no response arrived. */
export const isOutcomeUnknown = ({ isUnknown, effect }: Failure) => isUnknown && effect !== "none";

interface UnknownOutcomeProps {
  failure: Failure;
  /** What to do instead of checking and retrying. */
  remedy?: string | undefined;
}

/** Says what a person can do after a change whose response did not arrive. */
export function UnknownOutcome({ failure, remedy }: UnknownOutcomeProps) {
  if (failure.effect === "once") return <p>You can safely retry: it counts only once.</p>;
  return <p>The change may have been made. {remedy ?? "Check whether it was before you retry."}</p>;
}
