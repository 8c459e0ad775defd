import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import type { RunQuery } from "@/lib/ledger";
import { type CardState, findCardState } from "./store";

/**
 * Reads the state of a partner's card.
 * @throws ServiceError CARD_NOT_FOUND when the card is unknown or belongs to another partner.
 */
export async function findCardOf(
  partnerId: string,
  cardId: string,
  runQuery?: RunQuery,
): Promise<CardState> {
  return findOrRefuse("card", cardId, "CARD_NOT_FOUND", () =>
    findCardState(partnerId, cardId, runQuery),
  );
}
