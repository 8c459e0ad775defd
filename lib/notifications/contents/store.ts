import { prisma } from "@/lib/db";

/** Whether an administrator's request was neither confirmed nor cancelled. */
export async function isRequestOpen(id: string): Promise<boolean> {
  const db = await prisma();
  const where = { id, confirmedAt: null, cancelledAt: null };
  return (await db.adminRequest.count({ where })) > 0;
}
