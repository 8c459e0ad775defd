import { type AttemptKind, countAttempt as storeAttempt } from "../store";

/** Failures in a row before attempts are locked. */
export const FREE_FAILURES = 5;
const MINUTE_S = 60;
/** The length of the lock after each failure from then on, growing, so that a code cannot be guessed; the last one repeats. */
export const LOCK_S = [1, 2, 5, 15, 30, 60].map((minutes) => minutes * MINUTE_S);

/**
 * Counts an attempt of a signed-in person to confirm with a code or the password. False when such attempts are locked,
 * whether this one was right or wrong: nothing is let pass then, and nothing counted.
 */
export function countAttempt(
  personId: string,
  kind: AttemptKind,
  succeeded: boolean,
  at: Date,
): Promise<boolean> {
  return storeAttempt({
    personId,
    kind,
    succeeded,
    at,
    freeFailures: FREE_FAILURES,
    lockS: LOCK_S,
  });
}
