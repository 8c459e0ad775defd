import { prisma } from "@/lib/db";

export interface PendingWithdrawals {
  count: number;
  oldestAt: Date | null;
  amountMicroUsd: bigint;
}

/** The withdrawals of all partners that are pending review. */
export async function countPendingWithdrawals(): Promise<PendingWithdrawals> {
  const db = await prisma();
  const { _count, _min, _sum } = await db.withdrawal.aggregate({
    where: { status: "pending" },
    _count: true,
    _min: { createdAt: true },
    _sum: { amountMicroUsd: true },
  });
  return { count: _count, oldestAt: _min.createdAt, amountMicroUsd: _sum.amountMicroUsd ?? 0n };
}

/** Whether an administrator's request was neither confirmed nor cancelled. */
export async function isRequestOpen(id: string): Promise<boolean> {
  const db = await prisma();
  const where = { id, confirmedAt: null, cancelledAt: null };
  return (await db.adminRequest.count({ where })) > 0;
}
