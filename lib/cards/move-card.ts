import { cardAccount, decideAndCommit } from "@/lib/ledger";
import { findCardOf } from "./find-card-of";
import type { CardStatus } from "./states";

/**
 * Changes a card's status if it is `from`, and says whether it was.
 * @throws ServiceError CARD_NOT_FOUND
 */
export function moveCard(
  partnerId: string,
  cardId: string,
  from: CardStatus,
  to: CardStatus,
): Promise<boolean> {
  return decideAndCommit(
    () => findCardOf(partnerId, cardId),
    (card) => {
      if (card.status !== from) return { work: {}, result: false };
      const change = { id: card.id, version: card.version, set: { status: to } };
      return {
        work: { partnerId, lock: [cardAccount(card.id)], update: { cards: [change] } },
        result: true,
      };
    },
  );
}
