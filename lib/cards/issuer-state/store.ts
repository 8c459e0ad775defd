import { prisma } from "@/lib/db";
import { cardholderOf } from "../cardholder-of";
import type { Cardholder } from "../issuer/port";
import type { IssuerName } from "../network/message";

/**
 * Finds what the issuer shall know of the person of a cardholder. Undefined when the user is deleted: then the end of the
 * cardholder is queued.
 */
export async function findPersonOf(
  issuer: IssuerName,
  cardholderId: string,
): Promise<Cardholder | undefined> {
  const db = await prisma();
  const cardholder = await db.issuerCardholder.findFirst({ where: { cardholderId, issuer } });
  if (!cardholder) return undefined;
  const user = await db.user.findFirst({ where: { id: cardholder.userId, deletedAt: null } });
  if (!user) return undefined;
  const birthDate = user.birthDate?.toISOString().slice(0, 10) ?? null;
  return cardholderOf({ ...user, userId: user.id, birthDate });
}
