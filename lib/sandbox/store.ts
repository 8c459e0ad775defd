import type { ChainAddress } from "@/lib/chain/networks";
import { prisma } from "@/lib/db";

export async function findWalletAddress(partnerId: string): Promise<ChainAddress> {
  const db = await prisma();
  const row = await db.depositAddress.findFirst({
    where: { partnerId, cardId: null },
    select: { address: true },
  });
  if (!row) throw new Error("the partner has no deposit address");
  return row.address as ChainAddress;
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
