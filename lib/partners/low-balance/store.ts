import { prisma } from "@/lib/db";
import { writeAudited } from "@/lib/db/write-audited";

/** Finds the balance below which the partner sees a notice; null when it set none. */
export async function findLowBalance(partnerId: string): Promise<bigint | null> {
  const db = await prisma();
  const select = { lowBalanceMicroUsd: true };
  const partner = await db.partner.findUnique({ where: { id: partnerId }, select });
  if (!partner) throw new Error(`there is no partner ${partnerId}`);
  return partner.lowBalanceMicroUsd;
}

export async function changeLowBalance(
  partnerId: string,
  lowBalanceMicroUsd: bigint | null,
): Promise<void> {
  await writeAudited((db) =>
    db.partner.updateMany({ where: { id: partnerId }, data: { lowBalanceMicroUsd } }),
  );
}
