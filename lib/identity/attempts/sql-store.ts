// SQL: lock: the SQL function count_sign_in counts the attempts at one email one after another.

import { query } from "@/lib/db";
import { instantAfter, msUntil } from "@/lib/db/queue";

/** A counter of failed sign-ins and its rule, in the format of `count_sign_in`. */
export interface AttemptScope {
  scope: string;
  /** The number of the failure that sets the first lock. */
  free: number;
  /** The length of the lock after that failure and each further one; the last length repeats. */
  lock_s: readonly number[];
  /** The time after which one failure expires. */
  decay_s: number;
  /** True if a successful sign-in clears the counter. */
  is_cleared: boolean;
}

/**
 * Counts an attempt in each scope and returns undefined. If a scope is locked, returns the end of the lock and counts
 * nothing. Attempts for one email run one after another. They are counted by the clock of the database: a lock that a process
 * set whose clock was ahead would last until that time.
 */
export async function countSignIn(
  emailHash: string,
  scopes: readonly AttemptScope[],
  hasSucceeded: boolean,
  at: Date,
): Promise<Date | undefined> {
  const [row] = await query<{ lockedUntil: Date | null }>(
    "count_sign_in",
    `SELECT count_sign_in($1, $2, $3, ${instantAfter("$4")}) AS "lockedUntil"`,
    [emailHash, JSON.stringify(scopes), hasSucceeded, msUntil(at)],
  );
  return row?.lockedUntil ?? undefined;
}

/** The counter of requests for a new password. It is no counter of sign-ins, and locks none. */
export const RESET_SCOPE = "password reset";

/** SQL for the end of the longest lock of a person `p`, at sign-ins or in sessions; null if there never was one. */
export const LOCKED_UNTIL = `greatest(p.codes_locked_until, p.passwords_locked_until, (SELECT max(a.locked_until)
    FROM sign_in_attempts a WHERE a.email_hash = encode(sha256(convert_to(p.email_key, 'UTF8')), 'hex')
      AND a.scope <> '${RESET_SCOPE}'))`;
