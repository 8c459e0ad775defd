import { MINUTE_S } from "@/lib/kernel/durations";
import { countAttempt as storeAttempt } from "../sql-store";
import type { AttemptKind } from "../store";

/** The number of the failure in a row that sets the first lock. */
export const FAILURES_BEFORE_LOCK = 5;
/** The lengths of the locks from that failure on. They grow, so that codes cannot be guessed; the last one repeats. */
export const LOCK_S = [1, 2, 5, 15, 30, 60].map((minutes) => minutes * MINUTE_S);

/**
 * Counts an attempt of a signed-in person to confirm with a code or the password. Returns false if such attempts are
 * locked; then even a correct attempt is refused, and nothing is counted.
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
    failuresBeforeLock: FAILURES_BEFORE_LOCK,
    lockS: LOCK_S,
  });
}
