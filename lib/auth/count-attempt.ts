import { type AttemptKind, countAttempt as storeAttempt } from "./store";

/** Failures in a row before a person is locked; at a sign-in a wrong password and a wrong code count the same. */
const FREE_FAILURES = 5;
const MINUTE_S = 60;
/** A lock for each failure from then on, growing, so that a code cannot be guessed; the last one is for all others. */
const LOCK_S = [1, 2, 5, 15, 30, 60].map((minutes) => minutes * MINUTE_S);

/**
 * Counts an attempt to sign in, or to confirm with a code or the password. False when the person is locked, whatever the attempt was
 * worth: nothing is let pass then, and nothing counted.
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
