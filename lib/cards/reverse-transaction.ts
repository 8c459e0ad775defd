import { ServiceError } from "@/lib/kernel/errors";
import { decideUnderLock } from "@/lib/ledger";
import { findTransactionOf } from "./find-transaction-of";
import type { CardTransactionRow } from "./store";
import { firstDebit, heldOf, moveSimulated, type TransactionChange } from "./transaction-change";

/**
 * Reverses an authorization or a part of it: the hold returns to the card. A cross-border fee is not refunded. A partly
 * reversed transaction stays authorized for the remaining amount. Source: spec: Reversal.
 * @throws ServiceError TRANSACTION_NOT_FOUND; TRANSACTION_NOT_OPEN unless the transaction is authorized;
 * AMOUNT_ABOVE_TRANSACTION.
 */
export function reverseTransaction(change: TransactionChange): Promise<CardTransactionRow> {
  return decideUnderLock(
    (ask) => findTransactionOf(change.partnerId, change.transactionId, ask),
    (transaction) => {
      const first = firstDebit(transaction);
      if (first.status !== "authorized") throw new ServiceError("TRANSACTION_NOT_OPEN");
      const held = heldOf(transaction);
      const reversed = change.amountMicroUsd ?? held;
      if (reversed > held) throw new ServiceError("AMOUNT_ABOVE_TRANSACTION");
      const { changeSet, debits } = moveSimulated(transaction, change, {
        heldMicroUsd: held - reversed,
      });
      return { changeSet, result: debits[0] ?? first };
    },
  );
}
