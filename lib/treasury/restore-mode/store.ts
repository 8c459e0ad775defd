import { prisma } from "@/lib/db";

/** The newest traces of the copy, from before restore mode began. What happened after both is lost. */
export async function findEndOfCopy(
  before: Date,
): Promise<{ auditedAt: Date | undefined; postedAt: Date | undefined }> {
  const db = await prisma();
  const newest = {
    where: { createdAt: { lt: before } },
    select: { createdAt: true },
    orderBy: { id: "desc" },
  } as const;
  const [entry, journal] = await Promise.all([
    db.auditEntry.findFirst(newest),
    db.ledgerJournal.findFirst(newest),
  ]);
  return { auditedAt: entry?.createdAt, postedAt: journal?.createdAt };
}
