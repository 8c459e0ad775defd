import type { SignedInPerson } from "@/lib/contract/person";
import type { Role } from "@/lib/contract/roles";
import { change, lookUp, query } from "@/lib/db";

/** The fields of a person that decide about a sign-in. */
export interface CredentialsRow {
  id: string;
  partnerId: string | null;
  passwordHash: string;
  totpSecretSealed: string | null;
  disabledAt: Date | null;
}

/** The person with an email key. */
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

/** The hash of an entered recovery code, and the session that it begins or in which it is entered. */
interface TypedCode {
  personId: string;
  codeHash: string;
  sessionId: string;
}

/** True if a recovery code is the person's and is unused, or was used to begin this session. */
export async function hasRecoveryCode(typed: TypedCode): Promise<boolean> {
  const rows = await query(
    "has_recovery_code",
    "SELECT 1 FROM recovery_codes WHERE person_id = $1 AND code_hash = $2 AND (used_at IS NULL OR used_in = $3)",
    [typed.personId, typed.codeHash, typed.sessionId],
  );
  return rows.length > 0;
}

/** Uses up a recovery code to begin a session. Returns false if it was used meanwhile. */
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
 * Uses up a recovery code to confirm an action in a session. The code that began the session stays valid in it until
 * new codes are created. Returns false if the code was used meanwhile.
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

/** A person's stored password hash. */
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
 * The kinds of step-up authentication in a session. Each kind has a counter of its own, separate from sign-ins: a
 * stranger who knows an email must not block the approvals of a signed-in person, and an attacker who knows the
 * password must not reset the count of wrong codes with it.
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
  /** The number of the failure in a row that sets the first lock. */
  freeFailures: number;
  /** The length of the lock after that failure and each further one; the last length repeats. */
  lockS: readonly number[];
}

/**
 * Counts an attempt. If the person is locked, changes nothing and returns false. The row lock serializes concurrent
 * attempts, so parallel guesses gain nothing.
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

/** The end of a person's lock, which may be past; null if there is none. */
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
  /** The person of the session, with the credentials that were checked. */
  person: Pick<CredentialsRow, "id" | "passwordHash" | "totpSecretSealed">;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: Date;
  expiresAt: Date;
  /** The step of the code that began the session; set where a code may begin only one session. */
  totpStep: number | null;
}

/**
 * Stores a new session. Returns false if the checked credentials are outdated, the person is disabled, or the code has
 * already begun a session. The row lock orders this before or after a change of the credentials; a later change ends
 * the session.
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

/** The person of a session that has neither expired nor been revoked, if the person is not disabled. */
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

/** The person of a session, valid or not. */
export async function findSessionOwner(sessionId: string): Promise<SessionOwner | undefined> {
  const rows = await lookUp<SessionOwner & Record<string, unknown>>(
    "find_session_owner",
    `SELECT p.id AS "personId", p.partner_id AS "partnerId"
     FROM sessions s JOIN people p ON p.id = s.person_id WHERE s.id = $1`,
    [sessionId],
  );
  return rows[0];
}

/** Revokes a session for every process. Changes nothing if it was already revoked. */
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
  /** When the approvals of a person of the operator start to count where two are required. */
  approvesFrom: Date | null;
  createdAt: Date;
}

/** A function that runs one statement with its values. */
export type RunSql = (text: string, values: unknown[]) => Promise<unknown>;

const asApplication: RunSql = (text, values) => query("insert_person", text, values);

/**
 * Stores a person with the application's login, or through `run` with another one. The database refuses a second person
 * with the same email. It accepts an operator only from the login of the owner: decision 0055.
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
