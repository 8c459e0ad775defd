import type { PrismaTransaction } from "@/lib/db/prisma-client";
import { writeAudited } from "@/lib/db/write-audited";
import { emailHashOf } from "./email-hash";

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
