import { prisma } from "@/lib/db";
import type { PrismaTransaction } from "@/lib/db/prisma-client";
import { writeAudited } from "@/lib/db/write-audited";
import type { CheckedCredentials } from "@/lib/identity/store";
import { queueSecurityNotice } from "@/lib/mail/sql-store";
import { isLastBreakGlass, lockPeopleOf } from "../sso/sql-store";

export interface AccountRow {
  hasSecondFactor: boolean;
  totpPendingSealed: string | null;
  recoveryCodesLeft: number;
}

/** Reads the fields of a person that a session does not contain. */
export async function findAccount(personId: string): Promise<AccountRow> {
  const db = await prisma();
  const [row, recoveryCodesLeft] = await Promise.all([
    db.person.findUnique({
      where: { id: personId },
      select: { totpSecretSealed: true, totpPendingSealed: true },
    }),
    db.recoveryCode.count({ where: { personId, usedAt: null } }),
  ]);
  if (!row) throw new Error(`there is no person ${personId}`);
  const { totpSecretSealed, totpPendingSealed } = row;
  return { hasSecondFactor: totpSecretSealed !== null, totpPendingSealed, recoveryCodesLeft };
}

export interface SessionRow {
  id: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: Date;
  expiresAt: Date;
}

const openAt = (at: Date) => ({ revokedAt: null, expiresAt: { gt: at } });

const isDone = ({ count }: { count: number }) => count > 0;

/** Ends one session of a person at once. Returns false when the person has no such open session. */
export async function endSession(personId: string, sessionId: string, at: Date): Promise<boolean> {
  const ended = await writeAudited(
    (db) =>
      db.session.updateMany({
        where: { id: sessionId, personId, ...openAt(at) },
        data: { revokedAt: at },
      }),
    isDone,
  );
  return isDone(ended);
}

/**
 * The session of a request and its time by the clock of the database, by which sessions end: by one that is ahead, a session that ends
 * soon would be left. A change of the credentials ends the other sessions.
 */
export interface Asking {
  personId: string;
  sessionId: string;
  at: Date;
}

/** Programs of staging and people without a second factor can begin any number of sessions. */
const MAX_LISTED = 100;

/** Lists a person's newest open sessions, newest first, and in any case the one with `sessionId`. */
export async function listSessions({ personId, sessionId, at }: Asking): Promise<SessionRow[]> {
  const db = await prisma();
  const where = { personId, ...openAt(at) };
  const select = { id: true, ipAddress: true, userAgent: true, createdAt: true, expiresAt: true };
  const [newest, own] = await Promise.all([
    db.session.findMany({ where, select, orderBy: { id: "desc" }, take: MAX_LISTED }),
    db.session.findMany({ where: { ...where, id: sessionId }, select }),
  ]);
  const isListed = newest.some(({ id }) => id === sessionId);
  return isListed ? newest : [...newest.slice(0, MAX_LISTED - own.length), ...own];
}

/**
 * Ends the other sessions of a person whose row this transaction has changed, and registrations of passkeys that were
 * begun with the former credentials; returns the number of sessions.
 */
export async function endOthers(db: PrismaTransaction, { personId, sessionId, at }: Asking) {
  await db.passkeyChallenge.deleteMany({ where: { personId } });
  const { count } = await db.session.updateMany({
    where: { personId, id: { not: sessionId }, ...openAt(at) },
    data: { revokedAt: at },
  });
  return count;
}

/**
 * Ends the open links with which an operator could set a new password and second factor: the operator has just set one of
 * them, so the links are no longer needed, and somebody else may hold one.
 */
async function endRecoveryLinks(db: PrismaTransaction, { personId, at }: Asking): Promise<void> {
  await db.invitation.updateMany({
    where: { recovers: personId, acceptedAt: null, revokedAt: null },
    data: { revokedAt: at },
  });
}

/** Sets a person's name. */
export async function setName(personId: string, name: string): Promise<void> {
  await writeAudited((db) => db.person.updateMany({ where: { id: personId }, data: { name } }));
}

interface Password {
  /** The hash against which the current password was checked. */
  oldHash: string;
  newHash: string;
}

const isKnown = (ended: number | undefined) => ended !== undefined;

/**
 * Sets a password, ends every other session and returns their number. Also discards a pending TOTP secret that was
 * created under the old password, and the links to reset it. Returns undefined and changes nothing when another request
 * changed the password meanwhile.
 */
export function setPassword(
  asking: Asking,
  { oldHash, newHash }: Password,
): Promise<number | undefined> {
  return writeAudited(async (db) => {
    const changed = await db.person.updateMany({
      where: { id: asking.personId, passwordHash: oldHash },
      data: { passwordHash: newHash, totpPendingSealed: null },
    });
    if (!isDone(changed)) return undefined;
    await db.passwordReset.updateMany({
      where: { personId: asking.personId, usedAt: null },
      data: { usedAt: asking.at },
    });
    await endRecoveryLinks(db, asking);
    const notice = { kind: "password_changed", data: { how: "changed" }, at: asking.at } as const;
    await queueSecurityNotice(db, asking.personId, notice);
    return endOthers(db, asking);
  }, isKnown);
}

/** Stores a pending TOTP secret. Returns false when the credentials changed after they were checked. */
export async function setPendingTotp(
  { personId: id, ...credentials }: CheckedCredentials,
  sealed: string,
): Promise<boolean> {
  const kept = await writeAudited(
    (db) =>
      db.person.updateMany({
        where: { id, ...credentials },
        data: { totpPendingSealed: sealed },
      }),
    isDone,
  );
  return isDone(kept);
}

/**
 * Activates the confirmed TOTP secret with new recovery codes, ends every other session and the links to reset the former
 * one, and returns the number of sessions.
 * Returns undefined and changes nothing when another secret became pending meanwhile.
 */
export function activateTotp(
  asking: Asking,
  sealed: string,
  recoveryHashes: readonly string[],
): Promise<number | undefined> {
  const { personId, at } = asking;
  return writeAudited(async (db) => {
    const activated = await db.person.updateMany({
      where: { id: personId, totpPendingSealed: sealed },
      data: { totpSecretSealed: sealed, totpPendingSealed: null },
    });
    if (!isDone(activated)) return undefined;
    await db.recoveryCode.deleteMany({ where: { personId } });
    await db.recoveryCode.createMany({
      data: recoveryHashes.map((codeHash) => ({ personId, codeHash, createdAt: at })),
    });
    await endRecoveryLinks(db, asking);
    const notice = { kind: "second_factor_changed", data: { change: "set" }, at } as const;
    await queueSecurityNotice(db, personId, notice);
    return endOthers(db, asking);
  }, isKnown);
}

/**
 * Removes the second factor of a partner's person, pending or confirmed, with its recovery codes. Changes nothing when the
 * second factor changed after it was checked, or only this person can sign in while the identity provider is down.
 */
export function clearTotp(
  { personId, partnerId }: { personId: string; partnerId: string },
  checkedSealed: string | null,
  at: Date,
): Promise<"cleared" | "changed" | "last_break_glass"> {
  return writeAudited(
    async (db) => {
      if (checkedSealed !== null) {
        await lockPeopleOf(db, partnerId);
        if (await isLastBreakGlass(db, partnerId, personId)) return "last_break_glass";
      }
      const cleared = await db.person.updateMany({
        where: { id: personId, totpSecretSealed: checkedSealed },
        data: { totpSecretSealed: null, totpPendingSealed: null },
      });
      if (!isDone(cleared)) return "changed";
      await db.recoveryCode.deleteMany({ where: { personId } });
      const notice = { kind: "second_factor_changed", data: { change: "removed" }, at } as const;
      if (checkedSealed !== null) await queueSecurityNotice(db, personId, notice);
      return "cleared";
    },
    (outcome) => outcome === "cleared",
  );
}
