import { change, query } from "@/lib/db";

/** A count of failed sign-ins and its rule, as `count_sign_in` takes it. */
export interface AttemptScope {
  scope: string;
  /** How many failures in a row are let pass. */
  free: number;
  /** How long the lock after each failure is from then on; the last one repeats. */
  lock_s: readonly number[];
  /** How long it takes until one failure is forgotten. */
  decay_s: number;
  /** Whether a sign-in forgets all of them. */
  is_cleared: boolean;
}

/** Until when one of the scopes is locked for an email; undefined when none is. */
export async function findSignInLock(
  emailHash: string,
  scopes: readonly string[],
  at: Date,
): Promise<Date | undefined> {
  const [row] = await query<{ lockedUntil: Date | null }>(
    "find_sign_in_lock",
    `SELECT max(locked_until) AS "lockedUntil" FROM sign_in_attempts
     WHERE email_hash = $1 AND scope = ANY ($2) AND locked_until > $3`,
    [emailHash, scopes, at],
  );
  return row?.lockedUntil ?? undefined;
}

/**
 * Counts an attempt in each scope. Until when one of them is locked, in which case nothing was counted; undefined
 * otherwise. Attempts for one email run one after another.
 */
export async function countSignIn(
  emailHash: string,
  scopes: readonly AttemptScope[],
  hasSucceeded: boolean,
  at: Date,
): Promise<Date | undefined> {
  const [row] = await query<{ lockedUntil: Date | null }>(
    "count_sign_in",
    'SELECT count_sign_in($1, $2, $3, $4) AS "lockedUntil"',
    [emailHash, JSON.stringify(scopes), hasSucceeded, at],
  );
  return row?.lockedUntil ?? undefined;
}

/** The SQL of until when attempts of a person `p` are locked somewhere, at a sign-in or in a session; null when never. */
export const LOCKED_UNTIL = `greatest(p.codes_locked_until, p.passwords_locked_until, (SELECT max(a.locked_until)
    FROM sign_in_attempts a WHERE a.email_hash = encode(sha256(convert_to(p.email_key, 'UTF8')), 'hex')))`;

/** Forgets all failed attempts of a person, at sign-ins and in sessions. */
export async function forgetAttempts(personId: string): Promise<void> {
  await change(
    "forget_attempts",
    `WITH person AS (
       UPDATE people SET failed_codes = 0, codes_locked_until = NULL, failed_passwords = 0, passwords_locked_until = NULL
       WHERE id = $1 RETURNING email_key)
     DELETE FROM sign_in_attempts a USING person p
     WHERE a.email_hash = encode(sha256(convert_to(p.email_key, 'UTF8')), 'hex')`,
    [personId],
  );
}
