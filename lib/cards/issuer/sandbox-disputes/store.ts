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

export async function insertSandboxDispute(dispute: SandboxDispute): Promise<void> {
  const db = await prisma();
  await db.sandboxDispute.create({ data: dispute });
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

/** Finds the dispute of a transaction: an earlier one that was given up is none. */
export async function findDisputeOfTransaction(
  transactionId: string,
  filedAt: Date,
): Promise<SandboxDispute | undefined> {
  const db = await prisma();
  const row = await db.sandboxDispute.findFirst({
    where: {
      transactionId,
      OR: [{ status: { not: "withdrawn" } }, { createdAt: { gte: filedAt } }],
    },
    orderBy: { createdAt: "desc" },
  });
  return (row as SandboxDispute | null) ?? undefined;
}

/** Lists the newest disputes. */
export async function listSandboxDisputes(): Promise<SandboxDispute[]> {
  const db = await prisma();
  const rows = await db.sandboxDispute.findMany({ orderBy: { id: "desc" }, take: 100 });
  return rows as SandboxDispute[];
}

/** Changes the status of a dispute that is not decided. Returns whether there was one. */
export async function moveSandboxDispute(
  which: { id: string } | { transactionId: string },
  from: readonly DisputeStatus[],
  status: DisputeStatus,
): Promise<boolean> {
  const db = await prisma();
  const where = { ...which, status: { in: [...from] } };
  const { count } = await db.sandboxDispute.updateMany({ where, data: { status } });
  return count > 0;
}
