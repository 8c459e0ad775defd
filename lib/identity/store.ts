import type { SignedInPerson } from "@/lib/contract/person";
import type { Role } from "@/lib/contract/roles";
import { change, lookUp, query } from "@/lib/db";

/** What sign-in is decided by. */
export interface CredentialsRow {
  id: string;
  partnerId: string | null;
  passwordHash: string;
  totpSecretSealed: string | null;
  disabledAt: Date | null;
}

/** The person of an email in lower case. */
export async function findCredentials(emailKey: string): Promise<CredentialsRow | undefined> {
  const rows = await query<CredentialsRow>(
    "find_credentials",
    `SELECT id, partner_id AS "partnerId", password_hash AS "passwordHash",
       totp_secret_sealed AS "totpSecretSealed", disabled_at AS "disabledAt"
     FROM people WHERE email_key = $1`,
    [emailKey],
  );
  return rows[0];
}

/** A person's sealed second factor. */
export async function findTotpSecret(personId: string): Promise<string | null> {
  const rows = await query<{ totpSecretSealed: string | null }>(
    "find_totp_secret",
    `SELECT totp_secret_sealed AS "totpSecretSealed" FROM people WHERE id = $1`,
    [personId],
  );
  return rows[0]?.totpSecretSealed ?? null;
}

/** A recovery code as somebody typed it, and the session that it is to begin, or is typed in. */
interface TypedCode {
  personId: string;
  codeHash: string;
  sessionId: string;
}

/** Whether a recovery code is the person's and was not used yet, unless to begin this session. */
export async function hasRecoveryCode(typed: TypedCode): Promise<boolean> {
  const rows = await query(
    "has_recovery_code",
    "SELECT 1 FROM recovery_codes WHERE person_id = $1 AND code_hash = $2 AND (used_at IS NULL OR used_in = $3)",
    [typed.personId, typed.codeHash, typed.sessionId],
  );
  return rows.length > 0;
}

/** Uses a recovery code up to begin a session. False when it was used meanwhile. */
export async function consumeRecoveryCode(typed: TypedCode, at: Date): Promise<boolean> {
  const rows = await query(
    "consume_recovery_code",
    `UPDATE recovery_codes SET used_at = $4, used_in = $3
     WHERE person_id = $1 AND code_hash = $2 AND used_at IS NULL RETURNING 1`,
    [typed.personId, typed.codeHash, typed.sessionId, at],
  );
  return rows.length > 0;
}

/**
 * Uses a recovery code up to confirm something in a session. The one that began the session is good there until other
 * codes are made. False when it was used meanwhile.
 */
export async function spendRecoveryCode(typed: TypedCode, at: Date): Promise<boolean> {
  const rows = await query(
    "spend_recovery_code",
    `UPDATE recovery_codes SET used_at = $4
     WHERE person_id = $1 AND code_hash = $2 AND (used_at IS NULL OR used_in = $3) RETURNING 1`,
    [typed.personId, typed.codeHash, typed.sessionId, at],
  );
  return rows.length > 0;
}

/** A person's password as it is stored. */
export async function findPasswordHash(personId: string): Promise<string> {
  const [row] = await query<{ passwordHash: string }>(
    "find_password_hash",
    `SELECT password_hash AS "passwordHash" FROM people WHERE id = $1`,
    [personId],
  );
  if (!row) throw new Error(`there is no person ${personId}`);
  return row.passwordHash;
}

/**
 * What is confirmed in a session: a code, or the password again. Counted apart from each other and from sign-ins: whoever
 * only knows an email must not stop the approvals of a signed-in person, and whoever knows the password must not reset the
 * count of wrong codes with it.
 */
export type AttemptKind = "code" | "password";

const ATTEMPT_COLUMNS = {
  code: { failed: "failed_codes", until: "codes_locked_until" },
  password: { failed: "failed_passwords", until: "passwords_locked_until" },
} as const satisfies Record<AttemptKind, object>;

interface Attempt {
  personId: string;
  kind: AttemptKind;
  succeeded: boolean;
  at: Date;
  /** How many failures in a row are let pass. */
  freeFailures: number;
  /** How long the lock after each failure is from then on; the last one stays. */
  lockS: readonly number[];
}

/**
 * Counts an attempt, unless the person is locked: then nothing is changed and the answer is false. The row's lock puts
 * attempts made at once one after another, so no more guesses get through in parallel than one by one.
 */
export async function countAttempt(attempt: Attempt): Promise<boolean> {
  const { personId, kind, succeeded, at, freeFailures, lockS } = attempt;
  const { failed, until } = ATTEMPT_COLUMNS[kind];
  const counted = await query(
    `count_${failed}`,
    `UPDATE people SET
       ${failed} = CASE WHEN $2 THEN 0 ELSE ${failed} + 1 END,
       ${until} = CASE WHEN NOT $2 AND ${failed} + 1 >= $4::int
         THEN $3::timestamptz + interval '1 second' * ($5::int[])[least(${failed} + 2 - $4::int, cardinality($5::int[]))]
       END
     WHERE id = $1 AND (${until} IS NULL OR ${until} <= $3) RETURNING id`,
    [personId, succeeded, at, freeFailures, lockS],
  );
  return counted.length === 1;
}

/** Until when a person's attempts are refused; null when they never were. */
export async function findLock(personId: string, kind: AttemptKind): Promise<Date | null> {
  const { until } = ATTEMPT_COLUMNS[kind];
  const rows = await query<{ lockedUntil: Date | null }>(
    `find_${until}`,
    `SELECT ${until} AS "lockedUntil" FROM people WHERE id = $1`,
    [personId],
  );
  return rows[0]?.lockedUntil ?? null;
}

interface NewSession {
  id: string;
  /** Whose it is, with what was checked. */
  person: Pick<CredentialsRow, "id" | "passwordHash" | "totpSecretSealed">;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: Date;
  expiresAt: Date;
  /** The step of the code that began it, where a code may begin one session only. */
  totpStep: number | null;
}

/**
 * Stores a session that has begun. False when what was checked is not the person's any more, they were disabled, or the
 * code has begun a session already: the row's lock puts it before a change of those, which then ends it, or after.
 */
export async function insertSession(session: NewSession): Promise<boolean> {
  const { id, person, ipAddress, userAgent, createdAt, expiresAt, totpStep } = session;
  const inserted = await query(
    "insert_session",
    `INSERT INTO sessions (id, person_id, ip_address, user_agent, created_at, expires_at, totp_step)
     SELECT $1, p.id, $3, $4, $5, $6, $9 FROM people p
     WHERE p.id = $2 AND p.password_hash = $7 AND p.totp_secret_sealed IS NOT DISTINCT FROM $8 AND p.disabled_at IS NULL
     FOR SHARE ON CONFLICT DO NOTHING RETURNING id`,
    [
      id,
      person.id,
      ipAddress,
      userAgent,
      createdAt,
      expiresAt,
      person.passwordHash,
      person.totpSecretSealed,
      totpStep,
    ],
  );
  return inserted.length > 0;
}

/** The person of a session that has neither ended nor been revoked, when the person may still sign in. */
export async function findSession(
  sessionId: string,
  at: Date,
): Promise<SignedInPerson | undefined> {
  const rows = await lookUp<SignedInPerson>(
    "find_session",
    `SELECT p.id, p.partner_id AS "partnerId", p.email, p.name, p.role, s.id AS "sessionId",
       s.expires_at AS "sessionExpiresAt", s.viewing_partner_id AS "viewingPartnerId"
     FROM sessions s JOIN people p ON p.id = s.person_id
     WHERE s.id = $1 AND s.revoked_at IS NULL AND s.expires_at > $2 AND p.disabled_at IS NULL`,
    [sessionId, at],
  );
  return rows[0];
}

interface SessionOwner {
  personId: string;
  partnerId: string | null;
}

/** Whose a session is or was, whether it holds or not. */
export async function findSessionOwner(sessionId: string): Promise<SessionOwner | undefined> {
  const rows = await lookUp<SessionOwner & Record<string, unknown>>(
    "find_session_owner",
    `SELECT p.id AS "personId", p.partner_id AS "partnerId"
     FROM sessions s JOIN people p ON p.id = s.person_id WHERE s.id = $1`,
    [sessionId],
  );
  return rows[0];
}

/** Ends a session at once, for every process. Changes nothing when it was ended before. */
export async function revokeSession(sessionId: string, at: Date): Promise<void> {
  await change(
    "revoke_session",
    "UPDATE sessions SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING id",
    [sessionId, at],
    (rows) => rows.length > 0,
  );
}

interface NewPersonRow {
  id: string;
  partnerId: string | null;
  email: string;
  emailKey: string;
  name: string;
  role: Role;
  passwordHash: string;
  totpSecretSealed: string | null;
  /** Of the operator's people: from when their approvals count where two are needed. */
  approvesFrom: Date | null;
  createdAt: Date;
}

/** Runs one statement with its values. */
export type RunSql = (text: string, values: unknown[]) => Promise<unknown>;

const asApplication: RunSql = (text, values) => query("insert_person", text, values);

/**
 * Stores a person, with the login of the application unless `run` has another one. The database refuses a second person
 * with the same email, and an operator to every login but the login of the owner: decision 0055.
 */
export async function insertPerson(
  person: NewPersonRow,
  run: RunSql = asApplication,
): Promise<void> {
  await run(
    `INSERT INTO people (id, partner_id, email, email_key, name, role, password_hash, totp_secret_sealed, approves_from, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      person.id,
      person.partnerId,
      person.email,
      person.emailKey,
      person.name,
      person.role,
      person.passwordHash,
      person.totpSecretSealed,
      person.approvesFrom,
      person.createdAt,
    ],
  );
}
