import { change, query } from "@/lib/db";

export interface AccountRow {
  hasSecondFactor: boolean;
  totpPendingSealed: string | null;
  recoveryCodesLeft: number;
}

/** Reads the fields of a person that a session does not contain. */
export async function findAccount(personId: string): Promise<AccountRow> {
  const [row] = await query<AccountRow & Record<string, unknown>>(
    "find_account",
    `SELECT totp_secret_sealed IS NOT NULL AS "hasSecondFactor", totp_pending_sealed AS "totpPendingSealed",
       (SELECT count(*)::int FROM recovery_codes c WHERE c.person_id = $1 AND c.used_at IS NULL) AS "recoveryCodesLeft"
     FROM people WHERE id = $1`,
    [personId],
  );
  if (!row) throw new Error(`there is no person ${personId}`);
  return row;
}

export interface SessionRow {
  id: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: Date;
  expiresAt: Date;
}

const OPEN = "revoked_at IS NULL AND expires_at > $2";

/** Lists a person's open sessions, newest first. */
export function listSessions(personId: string, at: Date): Promise<SessionRow[]> {
  return query<SessionRow & Record<string, unknown>>(
    "list_sessions",
    `SELECT id, ip_address AS "ipAddress", user_agent AS "userAgent", created_at AS "createdAt", expires_at AS "expiresAt"
     FROM sessions WHERE person_id = $1 AND ${OPEN} ORDER BY id DESC`,
    [personId, at],
  );
}

/** Ends one session of a person at once. Returns false when the person has no such open session. */
export async function endSession(personId: string, sessionId: string, at: Date): Promise<boolean> {
  const ended = await change(
    "end_session",
    `UPDATE sessions SET revoked_at = $2 WHERE person_id = $1 AND ${OPEN} AND id = $3 RETURNING id`,
    [personId, at, sessionId],
    (rows) => rows.length > 0,
  );
  return ended.length > 0;
}

/** The session that changes the person's credentials, and the time of the change. This session stays open. */
interface Asking {
  personId: string;
  sessionId: string;
  at: Date;
}

interface Ended extends Record<string, unknown> {
  ended: bigint;
}

/** Returns the number of ended sessions, or undefined when the statement changed nothing. */
function endedOf([row]: Ended[]): number | undefined {
  return row && Number(row.ended);
}

const isDone = (rows: unknown[]) => rows.length > 0;

/** Ends every other session of a person at once, including those created at the same instant; returns their number. */
export async function endOtherSessions({ personId, sessionId, at }: Asking): Promise<number> {
  const rows = await change<Ended>(
    "end_other_sessions",
    `WITH person AS (SELECT id FROM people WHERE id = $1 FOR NO KEY UPDATE)
     SELECT end_other_sessions(id, $2, $3) AS ended FROM person`,
    [personId, sessionId, at],
  );
  return endedOf(rows) ?? 0;
}

interface Password {
  /** The hash against which the current password was checked. */
  oldHash: string;
  newHash: string;
}

/**
 * Sets a password, ends every other session and returns their number. Also discards a pending TOTP secret that was
 * created under the old password. Returns undefined and changes nothing when another request changed the password
 * meanwhile.
 */
export async function setPassword(
  { personId, sessionId, at }: Asking,
  { oldHash, newHash }: Password,
): Promise<number | undefined> {
  const rows = await change<Ended>(
    "set_password",
    `WITH changed AS (UPDATE people SET password_hash = $5, totp_pending_sealed = NULL
       WHERE id = $1 AND password_hash = $4 RETURNING id)
     SELECT end_other_sessions(id, $2, $3) AS ended FROM changed`,
    [personId, sessionId, at, oldHash, newHash],
    isDone,
  );
  return endedOf(rows);
}

/** Stores a pending TOTP secret. Returns false when the second factor changed after it was checked. */
export async function setPendingTotp(
  personId: string,
  checkedSealed: string | null,
  sealed: string,
): Promise<boolean> {
  const kept = await change(
    "set_pending_totp",
    `UPDATE people SET totp_pending_sealed = $3
     WHERE id = $1 AND totp_secret_sealed IS NOT DISTINCT FROM $2 RETURNING id`,
    [personId, checkedSealed, sealed],
    isDone,
  );
  return isDone(kept);
}

/**
 * Activates the confirmed TOTP secret with new recovery codes, ends every other session and returns their number.
 * Returns undefined and changes nothing when another secret became pending meanwhile.
 */
export async function activateTotp(
  { personId, sessionId, at }: Asking,
  sealed: string,
  recoveryHashes: readonly string[],
): Promise<number | undefined> {
  const rows = await change<Ended>(
    "activate_totp",
    `WITH activated AS (
       UPDATE people SET totp_secret_sealed = totp_pending_sealed, totp_pending_sealed = NULL
       WHERE id = $1 AND totp_pending_sealed = $4 RETURNING id),
     ended AS (DELETE FROM recovery_codes c USING activated a WHERE c.person_id = a.id),
     made AS (INSERT INTO recovery_codes (person_id, code_hash, created_at)
       SELECT a.id, h.code_hash, $3 FROM activated a CROSS JOIN unnest($5::text[]) h (code_hash))
     SELECT end_other_sessions(id, $2, $3) AS ended FROM activated`,
    [personId, sessionId, at, sealed, recoveryHashes],
    isDone,
  );
  return endedOf(rows);
}

/**
 * Removes a person's second factor, pending or confirmed, with its recovery codes. Returns false and changes nothing
 * when the second factor changed after it was checked.
 */
export async function clearTotp(personId: string, checkedSealed: string | null): Promise<boolean> {
  const cleared = await change(
    "clear_totp",
    `WITH cleared AS (
       UPDATE people SET totp_secret_sealed = NULL, totp_pending_sealed = NULL
       WHERE id = $1 AND totp_secret_sealed IS NOT DISTINCT FROM $2 RETURNING id),
     ended AS (DELETE FROM recovery_codes c USING cleared WHERE c.person_id = cleared.id)
     SELECT id FROM cleared`,
    [personId, checkedSealed],
    isDone,
  );
  return isDone(cleared);
}
