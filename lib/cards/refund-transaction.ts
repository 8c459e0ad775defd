import { ServiceError } from "@/lib/kernel/errors";
import { decideUnderLock } from "@/lib/ledger";
import { findTransactionOf } from "./find-transaction-of";
import type { CardTransactionRow, PostedDebit } from "./store";
import { moveSimulated, type TransactionChange } from "./transaction-change";

const refundableOf = ({ category, status, amountMicroUsd, refundedMicroUsd }: PostedDebit) =>
  category === "authorization" && status === "settled" ? amountMicroUsd - refundedMicroUsd : 0n;

/**
 * Refunds a settled transaction or a part of it. The refund is a separate transaction, `refund` and `reversed`; the
 * original stays settled. The amount above the original is a refund of its increase (`_inc`), with a row and an event
 * of its own. Source: spec: Card transaction: `reversed` (refund); decision 0046.
 * @returns the first row of the refund.
 * @throws ServiceError TRANSACTION_NOT_FOUND; TRANSACTION_NOT_OPEN unless the transaction is a settled purchase or cash
 * withdrawal with an amount left to refund; AMOUNT_ABOVE_TRANSACTION.
 */
export function refundTransaction(change: TransactionChange): Promise<CardTransactionRow> {
  return decideUnderLock(
    (ask) => findTransactionOf(change.partnerId, change.transactionId, ask),
    (transaction) => {
      const left = transaction.debits.reduce((sum, debit) => sum + refundableOf(debit), 0n);
      const refundedMicroUsd = change.amountMicroUsd ?? left;
      if (left === 0n) throw new ServiceError("TRANSACTION_NOT_OPEN");
      if (refundedMicroUsd > left) throw new ServiceError("AMOUNT_ABOVE_TRANSACTION");
      const { changeSet, refunds } = moveSimulated(transaction, change, { refundedMicroUsd });
      const [first] = refunds;
      if (!first) throw new ServiceError("TRANSACTION_NOT_OPEN");
      return { changeSet, result: first };
    },
  );
}
