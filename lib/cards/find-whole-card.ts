import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { type CardRow, findCard } from "./store";

/**
 * Reads a partner's card with its secrets, still sealed.
 * @throws ServiceError CARD_NOT_FOUND when the card is unknown or belongs to another partner.
 */
export async function findWholeCard(partnerId: string, cardId: string): Promise<CardRow> {
  const card = isId("card", cardId) ? await findCard(partnerId, cardId) : undefined;
  if (!card) throw new ServiceError("CARD_NOT_FOUND");
  return card;
}
