import { ServiceError } from "@/lib/kernel/errors";
import type { CardTransactionRow } from "./store";
import { changeTransaction, heldOf, type TransactionChange } from "./transaction-change";

/**
 * Settles an authorization: the held money goes to the card network. When the settled amount is less than the hold, the
 * rest is released. When it is more, the difference is a separate transaction (`_inc`), taken from the available balance
 * with the cross-border fee on what the transaction grows by; what the card cannot pay becomes its shortfall.
 * Source: design 6, settle; decisions 0046 and 0063.
 * @throws ServiceError TRANSACTION_NOT_FOUND; TRANSACTION_NOT_OPEN unless a part of the transaction is held.
 */
export function settleTransaction(change: TransactionChange): Promise<CardTransactionRow> {
  return changeTransaction(change, (transaction) => {
    const held = heldOf(transaction);
    if (held === 0n) throw new ServiceError("TRANSACTION_NOT_OPEN");
    return { kind: "capture", amountMicroUsd: change.amountMicroUsd ?? held };
  });
}
