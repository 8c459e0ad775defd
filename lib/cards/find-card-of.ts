import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
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
  const card = isId("card", cardId) ? await findCardState(partnerId, cardId, runQuery) : undefined;
  if (!card) throw new ServiceError("CARD_NOT_FOUND");
  return card;
}
