// SQL: lock: disputes of one transaction are inserted one after the other.

import { prisma } from "@/lib/db";
import type { DisputeStatus } from "../disputes/port";

/** A dispute that the sandbox has as an issuer. */
export interface SandboxDispute {
  id: string;
  transactionId: string;
  amountMicroUsd: bigint;
  status: DisputeStatus;
  createdAt: Date;
}

export async function findSandboxDispute(id: string): Promise<SandboxDispute | undefined> {
  const db = await prisma();
  const row = await db.sandboxDispute.findUnique({ where: { id } });
  return (row as SandboxDispute | null) ?? undefined;
}

/** Returns what a purchase collected, in micro-USD, also if it was refunded since; undefined if nothing was collected. */
export async function findCollectedAmount(transactionId: string): Promise<bigint | undefined> {
  const db = await prisma();
  const row = await db.cardTransaction.findFirst({
    where: { id: transactionId, status: { in: ["settled", "reversed"] } },
    select: { amountMicroUsd: true },
  });
  return row?.amountMicroUsd;
}

/**
 * Finds the dispute of a transaction, or inserts it. Callers at the same time get the same one. An earlier one that was given up
 * before this complaint is none.
 */
export async function findOrInsertDispute(
  dispute: SandboxDispute,
  filedAt: Date,
): Promise<SandboxDispute> {
  const { transactionId } = dispute;
  const db = await prisma();
  return db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${transactionId}, 0))`;
    const row = await tx.sandboxDispute.findFirst({
      where: {
        transactionId,
        OR: [{ status: { not: "withdrawn" } }, { createdAt: { gte: filedAt } }],
      },
      orderBy: { createdAt: "desc" },
    });
    if (row) return row as SandboxDispute;
    await tx.sandboxDispute.create({ data: dispute });
    return dispute;
  });
}

/** Lists the newest disputes. */
export async function listSandboxDisputes(): Promise<SandboxDispute[]> {
  const db = await prisma();
  const rows = await db.sandboxDispute.findMany({ orderBy: { id: "desc" }, take: 100 });
  return rows as SandboxDispute[];
}

/** Changes the status of a dispute that has one of the given ones. */
export async function moveSandboxDispute(
  id: string,
  from: readonly DisputeStatus[],
  status: DisputeStatus,
): Promise<void> {
  const db = await prisma();
  const where = { id, status: { in: [...from] } };
  await db.sandboxDispute.updateMany({ where, data: { status } });
}
