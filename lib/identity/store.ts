import { prisma } from "@/lib/db";
import type { PrismaTransaction } from "@/lib/db/prisma-client";
import { writeAudited } from "@/lib/db/write-audited";
import { extendAudit } from "@/lib/kernel/audit-context";

/** The fields of a person that decide about a sign-in. */
export interface CredentialsRow {
  id: string;
  partnerId: string | null;
  passwordHash: string;
  totpSecretSealed: string | null;
  disabledAt: Date | null;
}

/** A person's credentials as they were checked, of which a change may come before what they allow. */
export interface CheckedCredentials {
  personId: string;
  passwordHash: string;
  /** Null without a second factor. */
  totpSecretSealed: string | null;
}

/**
 * Locks a person until the transaction ends. Returns false when there is none with these credentials, which were checked
 * before.
 */
export async function lockPerson(
  db: PrismaTransaction,
  { personId: id, ...credentials }: Pick<CheckedCredentials, "personId"> | CheckedCredentials,
): Promise<boolean> {
  // An update of nothing locks the row.
  const { count } = await db.person.updateMany({ where: { id, ...credentials }, data: { id } });
  return count > 0;
}

/** The person with an email key. */
export async function findCredentials(emailKey: string): Promise<CredentialsRow | undefined> {
  const db = await prisma();
  const person = await db.person.findUnique({
    where: { emailKey },
    select: {
      id: true,
      partnerId: true,
      passwordHash: true,
      totpSecretSealed: true,
      disabledAt: true,
    },
  });
  return person ?? undefined;
}

/** The person with an id, and the key of their email. */
export async function findCredentialsOf(
  personId: string,
): Promise<(CredentialsRow & { emailKey: string }) | undefined> {
  const db = await prisma();
  const person = await db.person.findUnique({
    where: { id: personId },
    select: {
      ...{ id: true, partnerId: true, emailKey: true, passwordHash: true },
      ...{ totpSecretSealed: true, disabledAt: true },
    },
  });
  return person ?? undefined;
}

/** Who may sign in by password where single sign-on is the only way in; undefined where it is not. */
export async function findSsoOnly(
  partnerId: string,
): Promise<{ breakGlass: string[] } | undefined> {
  const db = await prisma();
  const connection = await db.ssoConnection.findFirst({
    where: { partnerId, isOnly: true },
    select: { breakGlass: true },
  });
  return connection ?? undefined;
}

/** A person's sealed second factor. */
export async function findTotpSecret(personId: string): Promise<string | null> {
  const db = await prisma();
  const person = await db.person.findUnique({
    where: { id: personId },
    select: { totpSecretSealed: true },
  });
  return person?.totpSecretSealed ?? null;
}

/** The hash of an entered recovery code, and the session that it begins or in which it is entered. */
interface TypedCode {
  personId: string;
  codeHash: string;
  sessionId: string;
}

const unusedOrUsedIn = ({ personId, codeHash, sessionId }: TypedCode) => ({
  personId,
  codeHash,
  OR: [{ usedAt: null }, { usedIn: sessionId }],
});

/** True if a recovery code is the person's and is unused, or was used by or in this session. */
export async function hasRecoveryCode(typed: TypedCode): Promise<boolean> {
  const db = await prisma();
  return (await db.recoveryCode.count({ where: unusedOrUsedIn(typed) })) > 0;
}

/**
 * Uses up a recovery code to confirm an action in a session. A code that began the session, or confirmed an action in it,
 * stays valid in it until new codes are created: the response may be lost, and the code may be the last one. Returns false
 * if the code was used in another session.
 */
export async function spendRecoveryCode(typed: TypedCode, at: Date): Promise<boolean> {
  const db = await prisma();
  const { count } = await db.recoveryCode.updateMany({
    where: unusedOrUsedIn(typed),
    data: { usedAt: at, usedIn: typed.sessionId },
  });
  return count > 0;
}

/** A person's stored password hash. */
export async function findPasswordHash(personId: string): Promise<string> {
  const db = await prisma();
  const person = await db.person.findUnique({
    where: { id: personId },
    select: { passwordHash: true },
  });
  if (!person) throw new Error(`there is no person ${personId}`);
  return person.passwordHash;
}

/**
 * The kinds of step-up authentication in a session. Each kind has a counter of its own, separate from sign-ins: a
 * stranger who knows an email must not block the approvals of a signed-in person, and an attacker who knows the
 * password must not reset the count of wrong codes with it.
 */
export type AttemptKind = "code" | "password";

/** Revokes a session for every process. Changes nothing if it was already revoked. */
export async function revokeSession(sessionId: string, at: Date): Promise<void> {
  await writeAudited(
    (db) =>
      db.session.updateMany({
        where: { id: sessionId, revokedAt: null },
        data: { revokedAt: at },
      }),
    ({ count }) => count > 0,
  );
}

/**
 * Ends the sessions of all people of partners and of the operator; the audit entry has their number.
 * @param at the present by the clock of the database, by which sessions end
 */
export function endAllSessions(at: Date): Promise<number> {
  return writeAudited(async (db) => {
    const { count } = await db.session.updateMany({
      where: { revokedAt: null, expiresAt: { gt: at } },
      data: { revokedAt: at },
    });
    extendAudit({ ended: count });
    return count;
  });
}
