// SQL: lock: the SQL function count_sign_in counts the attempts at one email one after another. The clock of the database.

import { query } from "@/lib/db";
import { instantAfter, msBetween, msUntil } from "@/lib/db/database-clock";

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

interface Lock {
  /** How long the lock still lasts, by the clock of the database; null without one. */
  lockedForMs: number | null;
}

/**
 * The end of a lock by the service's clock, which is `at`; undefined without a lock. The database's instant would be a wrong one
 * for a process whose clock differs: it would keep people out, or let them in, by as much.
 */
export function endOfLock([lock]: readonly Lock[], at: Date): Date | undefined {
  const lockedForMs = lock?.lockedForMs ?? undefined;
  return lockedForMs === undefined ? undefined : new Date(at.getTime() + lockedForMs);
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
  const present = instantAfter("$4");
  const locks = await query<Lock & Record<string, unknown>>(
    "count_sign_in",
    `SELECT ${msBetween(present, `count_sign_in($1, $2, $3, ${present})`)} AS "lockedForMs"`,
    [emailHash, JSON.stringify(scopes), hasSucceeded, msUntil(at)],
  );
  return endOfLock(locks, at);
}

/** The end of the longest lock of the scopes for an email; undefined if none is locked. */
export async function findSignInLock(
  emailHash: string,
  scopes: readonly string[],
  at: Date,
): Promise<Date | undefined> {
  const present = instantAfter("$3");
  const locks = await query<Lock & Record<string, unknown>>(
    "find_sign_in_lock",
    `SELECT ${msBetween(present, "max(locked_until)")} AS "lockedForMs" FROM sign_in_attempts
     WHERE email_hash = $1 AND scope = ANY ($2) AND locked_until > ${present}`,
    [emailHash, scopes, msUntil(at)],
  );
  return endOfLock(locks, at);
}

/** The counter of requests for a new password. It is no counter of sign-ins, and locks none. */
export const RESET_SCOPE = "password reset";

/**
 * SQL for the end of the longest lock of a person `p`, at sign-ins or in sessions; null if none lasts. By the clock of the database,
 * by which locks end: a process whose clock is ahead would show no lock, and nobody could end it.
 */
export const LOCKED_UNTIL = `(SELECT max(l.until) FROM (
    VALUES (p.codes_locked_until), (p.passwords_locked_until), ((SELECT max(a.locked_until)
      FROM sign_in_attempts a WHERE a.email_hash = encode(sha256(convert_to(p.email_key, 'UTF8')), 'hex')
        AND a.scope <> '${RESET_SCOPE}'))) l (until) WHERE l.until > now())`;
