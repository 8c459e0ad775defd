import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { type CardRow, findCard } from "./store";

/**
 * Reads a partner's card with its secrets, still sealed.
 * @throws ServiceError CARD_NOT_FOUND when the card is unknown or belongs to another partner.
 */
export async function findCardWithSecrets(partnerId: string, cardId: string): Promise<CardRow> {
  return findOrRefuse("card", cardId, "CARD_NOT_FOUND", () => findCard(partnerId, cardId));
}
