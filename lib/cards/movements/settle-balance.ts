import { type ChangeSet, mergeChangeSets } from "@/lib/ledger";
import { liquidation } from "../liquidation";
import type { CardState } from "../store";
import type { MovementContext } from "./context";
import { bookShortfall, recoverShortfall } from "./shortfall";

interface Balance {
  creditedMicroUsd: bigint;
  debitedMicroUsd: bigint;
  /** A row of this movement that credits the card, or one that debits it. */
  sourceId: string;
}

/**
 * The change sets that keep a card's balance at zero or above, and at zero on a terminated card: a shortfall before the
 * debits, or the recovery of one and the liquidation after the credits.
 */
export function settleBalance(
  { partnerId, at }: Pick<MovementContext, "partnerId" | "at">,
  card: CardState,
  { creditedMicroUsd, debitedMicroUsd, sourceId }: Balance,
): { before: ChangeSet; after: ChangeSet } {
  const balance = card.availableMicroUsd + creditedMicroUsd - debitedMicroUsd;
  const short = { partnerId, card, at };
  if (balance < 0n)
    return { before: bookShortfall({ ...short, sourceId, amountMicroUsd: -balance }), after: {} };
  if (creditedMicroUsd === 0n) return { before: {}, after: {} };
  const credit = { sourceId, amountMicroUsd: balance };
  const { changeSet, recoveredMicroUsd } = recoverShortfall(short, [credit]);
  if (card.status !== "terminated") return { before: {}, after: changeSet };
  const emptied = liquidation({
    partnerId,
    card,
    amount: balance - recoveredMicroUsd,
    reference: card.terminateReference,
    at,
  });
  return { before: {}, after: mergeChangeSets(changeSet, emptied) };
}
