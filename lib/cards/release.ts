import { type ChangeSet, reversalJournal } from "@/lib/ledger";
import { newCardTransaction } from "./new-card-transaction";
import type { TransactionState } from "./store";
import { creditEvent, creditId, type TransactionChange } from "./transaction-change";

/**
 * Releases a hold or a part of it to the card: a journal, a transaction row and an event with the same id. The row has
 * the type of its transaction and not `refund`: the amount was held and never paid, so it counts neither as spent nor
 * as refunded. Source: spec: Reversal; decision 0046.
 */
export function release(
  transaction: TransactionState,
  change: TransactionChange,
  amountMicroUsd: bigint,
): ChangeSet {
  const { id: originalId, card, lastCredit } = transaction;
  const { partnerId, at } = change;
  const id = creditId(transaction);
  // The database finds the journal of a row by the number after `_rev`; the first credit has number 1.
  const sourceId = `${originalId}:${lastCredit + 1}`;
  const row = newCardTransaction({
    id,
    partnerId,
    cardId: card.id,
    category: "reversal",
    amountMicroUsd,
    status: "reversed",
    type: transaction.type,
    description: `Reversal of ${transaction.description}`,
    merchantName: transaction.merchantName,
    merchantCountry: transaction.merchantCountry,
    originalId,
    createdAt: at,
  });
  return {
    insert: { card_transactions: [row] },
    journals: [reversalJournal({ sourceId, partnerId }, card.id, amountMicroUsd)],
    events: [creditEvent(transaction, change, id, amountMicroUsd)],
  };
}
