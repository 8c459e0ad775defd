import { ServiceError } from "@/lib/kernel/errors";
import type { CardTransactionRow } from "./store";
import { changeTransaction, heldOf, type TransactionChange } from "./transaction-change";

/**
 * Reverses an authorization or a part of it: the hold returns to the card. A cross-border fee is not refunded. A partly
 * reversed transaction stays authorized for the remaining amount. Source: spec: Reversal.
 * @throws ServiceError TRANSACTION_NOT_FOUND; TRANSACTION_NOT_OPEN unless a part of the transaction is held;
 * AMOUNT_ABOVE_TRANSACTION.
 */
export function reverseTransaction(change: TransactionChange): Promise<CardTransactionRow> {
  return changeTransaction(change, (transaction) => {
    const held = heldOf(transaction);
    if (held === 0n) throw new ServiceError("TRANSACTION_NOT_OPEN");
    const amountMicroUsd = change.amountMicroUsd ?? held;
    if (amountMicroUsd > held) throw new ServiceError("AMOUNT_ABOVE_TRANSACTION");
    return { kind: "reversal", amountMicroUsd };
  });
}
