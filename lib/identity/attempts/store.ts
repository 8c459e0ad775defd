import { prisma } from "@/lib/db";
import type { PrismaTransaction } from "@/lib/db/prisma-client";
import { writeAudited } from "@/lib/db/write-audited";
import { emailHashOf } from "./email-hash";

/** The end of the longest lock of the scopes for an email; undefined if none is locked. */
export async function findSignInLock(
  emailHash: string,
  scopes: readonly string[],
  at: Date,
): Promise<Date | undefined> {
  const db = await prisma();
  const { _max } = await db.signInAttempts.aggregate({
    where: { emailHash, scope: { in: [...scopes] }, lockedUntil: { gt: at } },
    _max: { lockedUntil: true },
  });
  return _max.lockedUntil ?? undefined;
}

/**
 * Clears all failed attempts of a person, at sign-ins and in sessions.
 * @param also further changes of the same transaction
 */
export async function forgetAttempts(
  personId: string,
  also?: (db: PrismaTransaction) => Promise<void>,
): Promise<void> {
  await writeAudited(async (db) => {
    const people = await db.person.updateManyAndReturn({
      where: { id: personId },
      data: {
        failedCodes: 0,
        codesLockedUntil: null,
        failedPasswords: 0,
        passwordsLockedUntil: null,
      },
      select: { emailKey: true },
    });
    const hashes = people.map(({ emailKey }) => emailHashOf(emailKey));
    await db.signInAttempts.deleteMany({ where: { emailHash: { in: hashes } } });
    await also?.(db);
  });
}
