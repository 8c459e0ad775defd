import { ServiceError } from "@/lib/kernel/errors";
import { decideUnderLock } from "@/lib/ledger";
import { findTransactionOf } from "./find-transaction-of";
import type { CardTransactionRow } from "./store";
import { firstDebit, heldOf, moveSimulated, type TransactionChange } from "./transaction-change";

/**
 * Settles an authorization: the held money goes to the card network. When the settled amount is less than the hold, the
 * rest is released. When it is more, the difference is a separate transaction (`_inc`), taken from the available balance;
 * what the card cannot pay becomes its shortfall. Source: design 6, settle; decisions 0046 and 0063.
 * @throws ServiceError TRANSACTION_NOT_FOUND; TRANSACTION_NOT_OPEN unless the transaction is authorized.
 */
export function settleTransaction(change: TransactionChange): Promise<CardTransactionRow> {
  return decideUnderLock(
    (ask) => findTransactionOf(change.partnerId, change.transactionId, ask),
    (transaction) => {
      const first = firstDebit(transaction);
      if (first.status !== "authorized") throw new ServiceError("TRANSACTION_NOT_OPEN");
      const capturedMicroUsd = change.amountMicroUsd ?? heldOf(transaction);
      const { changeSet, debits } = moveSimulated(transaction, change, {
        capturedMicroUsd,
        heldMicroUsd: 0n,
      });
      return { changeSet, result: debits[0] ?? first };
    },
  );
}
