import { authorizationJournal, type ChangeSet, settlementJournal } from "@/lib/ledger";
import { newCardTransaction } from "./new-card-transaction";
import type { TransactionState } from "./store";
import { debitEvent, type TransactionChange } from "./transaction-change";

/** The id of the transaction for the amount that a settlement takes above the hold. */
export const increaseIdOf = (transactionId: string) => `${transactionId}_inc`;

/**
 * The amount that a settlement takes above the hold is a separate transaction, authorized and settled at once. The
 * original transaction keeps the amount that its event reported, and the list adds up. Source: decision 0046.
 */
export function increase(
  transaction: TransactionState,
  change: TransactionChange,
  amountMicroUsd: bigint,
): ChangeSet {
  const { card } = transaction;
  const { partnerId, at } = change;
  const id = increaseIdOf(transaction.id);
  const row = newCardTransaction({
    id,
    partnerId,
    cardId: card.id,
    category: "authorization",
    amountMicroUsd,
    status: "settled",
    type: transaction.type,
    description: `Increase of ${transaction.description}`,
    merchantName: transaction.merchantName,
    merchantCountry: transaction.merchantCountry,
    originalId: transaction.id,
    createdAt: at,
  });
  const source = { sourceId: id, partnerId };
  return {
    insert: { card_transactions: [row] },
    journals: [
      authorizationJournal(source, card.id, amountMicroUsd),
      settlementJournal(source, card.id, amountMicroUsd),
    ],
    events: [debitEvent(transaction, change, id, amountMicroUsd)],
  };
}
