import { prisma } from "@/lib/db";
import type { IssuerName } from "../network/message";

interface NewCardholder {
  issuer: IssuerName;
  userId: string;
  cardholderId: string;
  createdAt: Date;
}

/** Stores the cardholder of a user. Does nothing when a concurrent request stored it. */
export async function storeCardholder(cardholder: NewCardholder): Promise<void> {
  const db = await prisma();
  await db.issuerCardholder.createMany({ data: cardholder, skipDuplicates: true });
}
