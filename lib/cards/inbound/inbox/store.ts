import { prisma } from "@/lib/db";
import type { SendingIssuer } from "../port";

/** Up to when the issuer's list of events was read; undefined before the first time. */
export async function findListedUntil(issuer: SendingIssuer): Promise<Date | undefined> {
  const db = await prisma();
  const cursor = await db.issuerEventCursor.findUnique({ where: { issuer } });
  return cursor?.listedUntil;
}

/** Records that the issuer's list of events was read up to an instant. */
export async function storeListedUntil(issuer: SendingIssuer, until: Date): Promise<void> {
  const db = await prisma();
  const read = { listedUntil: until, listedAt: until };
  await db.issuerEventCursor.upsert({
    where: { issuer },
    create: { issuer, ...read },
    update: read,
  });
}
