import { prisma } from "@/lib/db";
import type { CardStatus } from "../states";
import type { SendingIssuer } from "./port";

interface CardOfIssuer {
  id: string;
  partnerId: string;
  status: CardStatus;
}

/** Finds our card by the issuer's id. */
export async function findCardOfIssuer(
  issuer: SendingIssuer,
  issuerCardId: string,
): Promise<CardOfIssuer | undefined> {
  const db = await prisma();
  const card = await db.card.findFirst({
    where: { issuer, issuerCardId },
    select: { id: true, partnerId: true, status: true },
  });
  return card ? { ...card, status: card.status as CardStatus } : undefined;
}

/** The balance that a card can spend, in micro-USD; 0 for a card without an account. */
export async function findAvailableMicroUsd(cardId: string): Promise<bigint> {
  const db = await prisma();
  const account = await db.ledgerAccount.findUnique({
    where: { id: `card:${cardId}` },
    select: { balanceMicroUsd: true },
  });
  return account?.balanceMicroUsd ?? 0n;
}

/** The issuer's ids of the first decisions about a transaction, in the order in which they were made. */
export async function findDecisionIds(
  issuer: SendingIssuer,
  issuerTransactionId: string,
  count: number,
): Promise<string[]> {
  const db = await prisma();
  const messages = await db.networkMessage.findMany({
    where: { networkTransactionId: `${issuer}:${issuerTransactionId}`, kind: "authorization" },
    select: { id: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: count,
  });
  return messages.map(({ id }) => id.slice(issuer.length + 1));
}

/** Counts the snapshots of a transaction that have the same place in their order. */
export async function countSnapshots(
  issuer: SendingIssuer,
  issuerTransactionId: string,
  revision: bigint,
): Promise<number> {
  const db = await prisma();
  const networkTransactionId = `${issuer}:${issuerTransactionId}`;
  return db.networkMessage.count({ where: { networkTransactionId, revision } });
}

/** Whether a message with this id of the issuer is stored. */
export async function hasMessage(issuer: SendingIssuer, id: string): Promise<boolean> {
  const db = await prisma();
  return (await db.networkMessage.count({ where: { id: `${issuer}:${id}` } })) > 0;
}

/** Whether a transaction of the issuer's id is known here: Stripe's disputes name a capture, Lithic's the whole. */
export async function hasTransaction(issuer: SendingIssuer, issuerId: string): Promise<boolean> {
  if (await hasMessage(issuer, issuerId)) return true;
  const db = await prisma();
  return (await db.networkTransaction.count({ where: { id: `${issuer}:${issuerId}` } })) > 0;
}
