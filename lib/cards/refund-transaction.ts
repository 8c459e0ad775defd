import { sumOf } from "@/lib/kernel/bigint";
import { ServiceError } from "@/lib/kernel/errors";
import type { CardTransactionRow, PostedDebit } from "./store";
import { changeTransaction, type TransactionChange } from "./transaction-change";

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
  return changeTransaction(change, ({ debits }) => {
    const left = sumOf(debits.map(refundableOf));
    const amountMicroUsd = change.amountMicroUsd ?? left;
    if (left === 0n) throw new ServiceError("TRANSACTION_NOT_OPEN");
    if (amountMicroUsd > left) throw new ServiceError("AMOUNT_ABOVE_TRANSACTION");
    return { kind: "refund", amountMicroUsd };
  });
}
