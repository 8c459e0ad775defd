// SQL: sets a limit of the transaction and calls commit_change_set, which refuses revoked credentials.

import { type AuditContext, currentAuditContext, newAuditEntry } from "@/lib/kernel/audit-context";
import type { Prisma } from "@/prisma/generated/client";
import { callerCheck } from "./caller-check";
import { database } from "./connections";
import { toDatabaseError } from "./database-error";
import { IDLE_TIMEOUT, prisma, publishSettings } from "./index";
import { wasNotSent } from "./is-away";
import type { PrismaTransaction } from "./prisma-client";
import { orRevoked } from "./revoked";
import { noteFailure, noteWrite } from "./write-health";

/**
 * Begins the transaction for the current request: limits the time for which a hanging process keeps its locks, refuses
 * a suspended partner and a revoked credential, and blocks a suspension until the transaction ends.
 */
async function beginFor(db: PrismaTransaction, check: string | undefined): Promise<void> {
  if (check === undefined)
    await db.$executeRaw`SELECT set_config('idle_in_transaction_session_timeout', ${IDLE_TIMEOUT}, true)`;
  else
    await db.$executeRaw`SELECT set_config('idle_in_transaction_session_timeout', ${IDLE_TIMEOUT}, true),
      commit_change_set(${check}::jsonb)`;
}

/** Undefined, which Prisma leaves out, for null: its type for JSON has two kinds of null. */
function jsonOf(state: Record<string, unknown> | null): Prisma.InputJsonObject | undefined {
  return state === null ? undefined : (state as Prisma.InputJsonObject);
}

async function insertAuditEntry(db: PrismaTransaction, context: AuditContext): Promise<void> {
  const { before, after, ...entry } = newAuditEntry(context);
  const states = { before: jsonOf(before), after: jsonOf(after) };
  await db.auditEntry.createMany({ data: { ...entry, ...states } });
}

/**
 * Changes rows outside of `commit`, in one `prisma.$transaction`. For a request of a person the audit entry is written
 * in the same transaction, unless `isDone` returns false for the result, which means that nothing changed. Steps must
 * send statements only through `db` and await nothing else, because other requests may wait for their locks.
 * @throws ServiceError PARTNER_SUSPENDED, UNAUTHORIZED, SESSION_REQUIRED or ROLE_NOT_ALLOWED if, since the request was
 * authorized, the calling partner was suspended, the API key revoked, the session ended or the role changed.
 * @throws DatabaseError with the SQLSTATE of a violated constraint or rule.
 */
export async function writeAudited<T>(
  steps: (db: PrismaTransaction) => Promise<T>,
  isDone: (result: T) => boolean = () => true,
): Promise<T> {
  const context = currentAuditContext();
  const check = callerCheck();
  const client = await prisma();
  const transact = () =>
    client.$transaction(async (db) => {
      await beginFor(db, check);
      const result = await steps(db);
      const isChanged = isDone(result);
      const written = isChanged ? context : undefined;
      if (written) await insertAuditEntry(db, written);
      return { result, isChanged, written };
    });
  try {
    // Only its first statement, which begins it, can fail because it was not sent.
    const { outage, readOnlyWait } = database();
    const { result, isChanged, written } = await readOnlyWait.outlast(() =>
      outage.outlast(transact, (error) => wasNotSent(toDatabaseError(error))),
    );
    noteWrite();
    if (written) written.isWritten = true;
    if (isChanged) publishSettings(written);
    return result;
  } catch (thrown) {
    const error = toDatabaseError(thrown);
    noteFailure(error);
    throw orRevoked(error);
  }
}
