import type { ChainAddress } from "@/lib/chain/networks";
import { prisma } from "@/lib/db";

/** A network transaction, and its card. */
interface ReceivedAt {
  id: string;
  cardId: string;
}

export async function findWalletAddress(partnerId: string): Promise<ChainAddress> {
  const db = await prisma();
  const row = await db.depositAddress.findFirst({
    where: { partnerId, cardId: null },
    select: { address: true },
  });
  if (!row) throw new Error("the partner has no deposit address");
  return row.address as ChainAddress;
}

/**
 * Finds where a simulated message of the network has arrived: its transaction's id, and the card of that. Undefined for a message
 * or a transaction that is new. The ids are those of `network_messages` and `network_transactions`.
 */
export async function findReceived(
  messageId: string,
  transactionId: string,
): Promise<{ ofMessage: ReceivedAt | undefined; ofTransaction: ReceivedAt | undefined }> {
  const db = await prisma();
  const select = { id: true, cardId: true };
  const message = await db.networkMessage.findUnique({
    where: { id: messageId },
    select: { networkTransactionId: true },
  });
  const ids = [transactionId, ...(message ? [message.networkTransactionId] : [])];
  const rows = await db.networkTransaction.findMany({ where: { id: { in: ids } }, select });
  return {
    ofMessage: rows.find(({ id }) => id === message?.networkTransactionId),
    ofTransaction: rows.find(({ id }) => id === transactionId),
  };
}

/** Returns the deposit address of a card; null when the card has none, undefined when the card is not the partner's. */
export async function findCardAddress(
  partnerId: string,
  cardId: string,
): Promise<{ address: ChainAddress | null } | undefined> {
  const db = await prisma();
  const card = await db.card.findUnique({
    where: { id: cardId, partnerId },
    select: { depositAddress: true },
  });
  return card ? { address: card.depositAddress as ChainAddress | null } : undefined;
}

/** Returns the name of a card's issuer; undefined when the card is not the partner's. */
export async function findCardIssuer(
  partnerId: string,
  cardId: string,
): Promise<string | undefined> {
  const db = await prisma();
  const card = await db.card.findUnique({
    where: { id: cardId, partnerId },
    select: { issuer: true },
  });
  return card?.issuer;
}
