// SQL: hot path: the session of each request. Lock: attempts and new sessions are checked and counted in one statement.

import type { SignedInPerson } from "@/lib/contract/person";
import type { Role } from "@/lib/contract/roles";
import { change, lookUp, query } from "@/lib/db";
import { instantAfter, msBetween, msUntil } from "@/lib/db/database-clock";
import { SECURITY_TIMES } from "@/lib/mail/sql-store";
import { endOfLock } from "./attempts/sql-store";
import type { AttemptKind, CredentialsRow } from "./store";

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
  failuresBeforeLock: number;
  /** The length of the lock after that failure and each further one; the last length repeats. */
  lockS: readonly number[];
}

/**
 * Counts an attempt. If the person is locked, changes nothing and returns false. The row lock serializes concurrent
 * attempts, so parallel guesses gain nothing. The lock ends by the clock of the database: one of a process whose clock was
 * ahead would last until that time.
 */
export async function countAttempt(attempt: Attempt): Promise<boolean> {
  const { personId, kind, succeeded, at, failuresBeforeLock, lockS } = attempt;
  const { failed, until } = ATTEMPT_COLUMNS[kind];
  const present = instantAfter("$3");
  const counted = await query(
    `count_${failed}`,
    `UPDATE people SET
       ${failed} = CASE WHEN $2 THEN 0 ELSE ${failed} + 1 END,
       ${until} = CASE WHEN NOT $2 AND ${failed} + 1 >= $4::int
         THEN ${present} + interval '1 second' * ($5::int[])[least(${failed} + 2 - $4::int, cardinality($5::int[]))]
       END
     WHERE id = $1 AND (${until} IS NULL OR ${until} <= ${present}) RETURNING id`,
    [personId, succeeded, msUntil(at), failuresBeforeLock, lockS],
  );
  return counted.length === 1;
}

/** The end of a person's lock; undefined if there is none. */
export async function findLock(
  personId: string,
  kind: AttemptKind,
  at: Date,
): Promise<Date | undefined> {
  const { until } = ATTEMPT_COLUMNS[kind];
  const present = instantAfter("$2");
  const locks = await query<{ lockedForMs: number | null }>(
    `find_${until}`,
    `SELECT ${msBetween(present, until)} AS "lockedForMs" FROM people WHERE id = $1 AND ${until} > ${present}`,
    [personId, msUntil(at)],
  );
  return endOfLock(locks, at);
}

/** A partner's connection to an identity provider, as it was when a sign-in read it. */
export interface ReadConnection {
  partnerId: string;
  changedAt: Date;
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
  /** The recovery code that began the session. */
  recoveryHash: string | null;
  /** The person has not signed in with this browser before, and gets an e-mail. */
  isNewBrowser: boolean;
  /** The person signs in by password where single sign-on is the only way in: everybody who leads gets an e-mail. */
  isBreakGlass: boolean;
  /** The connection that signed the person in, if any. */
  connection: ReadConnection | undefined;
}

/**
 * Stores a new session, and uses up the recovery code that began it. Returns false if the checked credentials are
 * outdated, the person is disabled, the code has already been used, or the connection was changed or removed. The row locks
 * order this before or after such a change; a later change of the credentials ends the session. The first sign-in after an
 * invitation needs no e-mail about a new browser.
 */
export async function insertSession(session: NewSession): Promise<boolean> {
  const { id, person, ipAddress, userAgent, createdAt, expiresAt, totpStep } = session;
  const facts = { ipAddress, userAgent, at: createdAt };
  const inserted = await change(
    "insert_session",
    `WITH connection AS MATERIALIZED (
       SELECT FROM sso_connections c WHERE c.partner_id = $13 AND c.changed_at = $14 FOR SHARE),
     checked AS MATERIALIZED (
       SELECT p.id FROM people p
       WHERE p.id = $2 AND p.password_hash = $7 AND p.totp_secret_sealed IS NOT DISTINCT FROM $8 AND p.disabled_at IS NULL
         AND ($13::text IS NULL OR EXISTS (SELECT FROM connection))
       FOR SHARE),
     spent AS (
       UPDATE recovery_codes c SET used_at = $5, used_in = $1 FROM checked
       WHERE c.person_id = checked.id AND c.code_hash = $12 AND c.used_at IS NULL RETURNING c.person_id),
     begun AS (
       INSERT INTO sessions (id, person_id, ip_address, user_agent, created_at, expires_at, totp_step)
       SELECT $1, checked.id, $3, $4, $5, $6, $9 FROM checked WHERE $12::text IS NULL OR EXISTS (SELECT FROM spent)
       ON CONFLICT DO NOTHING RETURNING id, person_id)
     SELECT begun.id, CASE WHEN $10::jsonb IS NOT NULL AND p.created_at < $5::timestamptz - interval '15 minutes'
       THEN queue_mail(p, 'new_browser', NULL, $10::jsonb, $5, ${SECURITY_TIMES}) END,
       (SELECT count(queue_mail(leader, 'break_glass', NULL, $11::jsonb || jsonb_build_object('name', p.name, 'email', p.email),
          $5, ${SECURITY_TIMES})::text)
        FROM people leader WHERE $11::jsonb IS NOT NULL AND leader.role IN ('owner', 'admin')
          AND leader.partner_id IS NOT DISTINCT FROM p.partner_id)
     FROM begun JOIN people p ON p.id = begun.person_id`,
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
      session.isNewBrowser ? facts : null,
      session.isBreakGlass ? facts : null,
      session.recoveryHash,
      session.connection?.partnerId,
      session.connection?.changedAt,
    ],
    (rows) => rows.length > 0,
  );
  return inserted.length > 0;
}

/**
 * The person of a session that has neither expired nor been revoked, if the person is not disabled. Sessions end by the clock of the
 * database, so that what ends the open ones of a person leaves none that another process still accepts.
 */
export async function findSession(
  sessionId: string,
  at: Date,
): Promise<SignedInPerson | undefined> {
  const rows = await lookUp<SignedInPerson>(
    "find_session",
    `SELECT p.id, p.partner_id AS "partnerId", p.email, p.name, p.role, s.id AS "sessionId",
       s.expires_at AS "sessionExpiresAt", s.viewing_partner_id AS "viewingPartnerId"
     FROM sessions s JOIN people p ON p.id = s.person_id
     WHERE s.id = $1 AND s.revoked_at IS NULL AND s.expires_at > ${instantAfter("$2")} AND p.disabled_at IS NULL`,
    [sessionId, msUntil(at)],
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
