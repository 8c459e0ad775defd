import { ServiceError } from "@/lib/kernel/errors";
import { decideUnderLock, mergeChangeSets } from "@/lib/ledger";
import { findTransactionOf } from "./find-transaction-of";
import { release } from "./release";
import { CARD_TRANSACTION_TRANSITIONS } from "./states";
import type { CardTransactionRow } from "./store";
import { guarded, type TransactionChange } from "./transaction-change";

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
      const { id, heldMicroUsd: held, version } = transaction;
      if (!CARD_TRANSACTION_TRANSITIONS[transaction.status].includes("reversed"))
        throw new ServiceError("TRANSACTION_NOT_OPEN");
      const reversed = change.amountMicroUsd ?? held;
      if (reversed > held) throw new ServiceError("AMOUNT_ABOVE_TRANSACTION");

      const left = held - reversed;
      const set =
        left === 0n
          ? { status: "reversed" as const, heldMicroUsd: 0n }
          : { status: "authorized" as const, heldMicroUsd: left, amountMicroUsd: left };
      const changeSet = mergeChangeSets(
        { update: { card_transactions: [{ id, version, set }] } },
        release(transaction, change, reversed),
      );
      return {
        changeSet: guarded(transaction, change, reversed, changeSet),
        result: { ...transaction, ...set },
      };
    },
  );
}
