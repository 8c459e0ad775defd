// SQL: lock: requests that take break-glass access from an owner, require single sign-on, or add a domain, run under lock_people_of.

import type { PrismaTransaction } from "@/lib/db/prisma-client";

/** Makes this transaction wait for other changes of a partner's people, and them for it. */
export async function lockPeopleOf(db: PrismaTransaction, partnerId: string): Promise<void> {
  await db.$executeRaw`SELECT lock_people_of(${partnerId}::text)::text`;
}

/**
 * Whether a person is the last owner who can sign in while the identity provider is down, and single sign-on is required.
 * Call it under `lockPeopleOf`.
 */
export async function isLastBreakGlass(
  db: PrismaTransaction,
  partnerId: string,
  personId: string,
): Promise<boolean> {
  const [row] = await db.$queryRaw<{ isLast: boolean }[]>`
    SELECT is_last_break_glass(${partnerId}::text, ${personId}::text) AS "isLast"`;
  return row?.isLast === true;
}
