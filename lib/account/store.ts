import { change, query } from "@/lib/db";

export interface AccountRow {
  hasSecondFactor: boolean;
  totpPendingSealed: string | null;
  recoveryCodesLeft: number;
}

/** What of a person a session does not say. */
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

/** A person's sessions that still hold, newest first. */
export function listSessions(personId: string, at: Date): Promise<SessionRow[]> {
  return query<SessionRow & Record<string, unknown>>(
    "list_sessions",
    `SELECT id, ip_address AS "ipAddress", user_agent AS "userAgent", created_at AS "createdAt", expires_at AS "expiresAt"
     FROM sessions WHERE person_id = $1 AND ${OPEN} ORDER BY id DESC`,
    [personId, at],
  );
}

/** Ends one session of a person at once. False when there is none such. */
export async function endSession(personId: string, sessionId: string, at: Date): Promise<boolean> {
  const ended = await change(
    "end_session",
    `UPDATE sessions SET revoked_at = $2 WHERE person_id = $1 AND ${OPEN} AND id = $3 RETURNING id`,
    [personId, at, sessionId],
    (rows) => rows.length > 0,
  );
  return ended.length > 0;
}

/** Ends every session of a person but one, at once; says how many. */
export async function endOtherSessions(
  personId: string,
  keptSessionId: string,
  at: Date,
): Promise<number> {
  const ended = await change(
    "end_other_sessions",
    `UPDATE sessions SET revoked_at = $2 WHERE person_id = $1 AND ${OPEN} AND id <> $3 RETURNING id`,
    [personId, at, keptSessionId],
  );
  return ended.length;
}

/** Sets a password and ends every session but one, in one statement; says how many. */
export async function setPassword(
  personId: string,
  passwordHash: string,
  keptSessionId: string,
  at: Date,
): Promise<number> {
  const [row] = await change<{ ended: bigint }>(
    "set_password",
    `WITH changed AS (UPDATE people SET password_hash = $4 WHERE id = $1),
       ended AS (UPDATE sessions SET revoked_at = $2 WHERE person_id = $1 AND ${OPEN} AND id <> $3 RETURNING id)
     SELECT count(*) AS ended FROM ended`,
    [personId, at, keptSessionId, passwordHash],
  );
  return Number(row?.ended ?? 0n);
}

/** Keeps a secret that is to be confirmed. */
export async function setPendingTotp(personId: string, sealed: string): Promise<void> {
  await change("set_pending_totp", "UPDATE people SET totp_pending_sealed = $2 WHERE id = $1", [
    personId,
    sealed,
  ]);
}

/**
 * Makes the secret that was confirmed the person's, with recovery codes of its own. False when another one was begun
 * meanwhile.
 */
export async function activateTotp(
  personId: string,
  sealed: string,
  recoveryHashes: readonly string[],
  at: Date,
): Promise<boolean> {
  const activated = await change(
    "activate_totp",
    `WITH activated AS (
       UPDATE people SET totp_secret_sealed = totp_pending_sealed, totp_pending_sealed = NULL
       WHERE id = $1 AND totp_pending_sealed = $2 RETURNING id),
     ended AS (DELETE FROM recovery_codes c USING activated a WHERE c.person_id = a.id),
     made AS (INSERT INTO recovery_codes (person_id, code_hash, created_at)
       SELECT a.id, h.code_hash, $4 FROM activated a CROSS JOIN unnest($3::text[]) h (code_hash))
     SELECT id FROM activated`,
    [personId, sealed, recoveryHashes, at],
    (rows) => rows.length > 0,
  );
  return activated.length > 0;
}

/** Takes a person's second factor away, begun or confirmed, with its recovery codes. */
export async function clearTotp(personId: string): Promise<void> {
  await change(
    "clear_totp",
    `WITH cleared AS (
       UPDATE people SET totp_secret_sealed = NULL, totp_pending_sealed = NULL WHERE id = $1 RETURNING id)
     DELETE FROM recovery_codes c USING cleared WHERE c.person_id = cleared.id`,
    [personId],
  );
}
