import { ServiceError } from "@/lib/errors";
import { decideUnderLock, refundJournal, type Work } from "@/lib/ledger";
import { findTransactionOf } from "./find-transaction-of";
import { newCardTransaction } from "./new-card-transaction";
import type { CardTransactionRow } from "./store";
import { creditEvent, creditId, guarded, type TransactionChange } from "./transaction-change";

/**
 * The merchant pays back a settled transaction or a part of it: a transaction of its own, `refund` and `reversed`, and
 * the original stays settled. Source: spec, Card transaction: `reversed` (refund).
 * @throws ServiceError TRANSACTION_NOT_FOUND; TRANSACTION_NOT_OPEN unless it is a settled purchase or cash withdrawal
 *   with something left to refund; AMOUNT_ABOVE_TRANSACTION.
 */
export function refundTransaction(change: TransactionChange): Promise<CardTransactionRow> {
  return decideUnderLock(
    (ask) => findTransactionOf(change.partnerId, change.transactionId, ask),
    (transaction) => {
      const { card, version, refundedMicroUsd, amountMicroUsd } = transaction;
      const left = amountMicroUsd - refundedMicroUsd;
      if (
        transaction.category !== "authorization" ||
        transaction.status !== "settled" ||
        left === 0n
      ) {
        throw new ServiceError("TRANSACTION_NOT_OPEN");
      }
      const refunded = change.amountMicroUsd ?? left;
      if (refunded > left) throw new ServiceError("AMOUNT_ABOVE_TRANSACTION");

      // Version 1 was authorised, 2 settled: anything above says that a credit came before.
      const id = creditId(transaction, version === 2);
      const row = newCardTransaction({
        id,
        partnerId: change.partnerId,
        cardId: card.id,
        category: "refund",
        amountMicroUsd: refunded,
        status: "reversed",
        type: "refund",
        description: `Refund of ${transaction.description}`,
        merchantName: transaction.merchantName,
        merchantCountry: transaction.merchantCountry,
        originalId: transaction.id,
        createdAt: change.at,
      });
      const work: Work = {
        update: {
          card_transactions: [
            { id: transaction.id, version, set: { refundedMicroUsd: refundedMicroUsd + refunded } },
          ],
        },
        insert: { card_transactions: [row] },
        journals: [refundJournal({ sourceId: id, partnerId: change.partnerId }, card.id, refunded)],
        events: [creditEvent(transaction, change, id, refunded)],
      };
      return { work: guarded(transaction, change, refunded, work), result: row };
    },
  );
}
