import { ServiceError } from "@/lib/errors";
import { decideUnderLock, reversalJournal, type Work } from "@/lib/ledger";
import { findTransactionOf } from "./find-transaction-of";
import { CARD_TRANSACTION_TRANSITIONS } from "./states";
import type { CardTransactionRow } from "./store";
import { creditEvent, creditId, guarded, type TransactionChange } from "./transaction-change";

/**
 * The merchant gives up an authorisation or a part of it: the hold goes back to the card. A cross-border fee is not
 * refunded. A transaction reversed in part stays authorised with what is left. Source: spec, Reversal.
 * @throws ServiceError TRANSACTION_NOT_FOUND; TRANSACTION_NOT_OPEN unless it is authorised; AMOUNT_ABOVE_TRANSACTION.
 */
export function reverseTransaction(change: TransactionChange): Promise<CardTransactionRow> {
  return decideUnderLock(
    (ask) => findTransactionOf(change.partnerId, change.transactionId, ask),
    (transaction) => {
      const { id, card, heldMicroUsd: held, version } = transaction;
      if (!CARD_TRANSACTION_TRANSITIONS[transaction.status].includes("reversed"))
        throw new ServiceError("TRANSACTION_NOT_OPEN");
      const reversed = change.amountMicroUsd ?? held;
      if (reversed > held) throw new ServiceError("AMOUNT_ABOVE_TRANSACTION");

      const left = held - reversed;
      const set =
        left === 0n
          ? { status: "reversed" as const, heldMicroUsd: 0n }
          : { status: "authorized" as const, heldMicroUsd: left, amountMicroUsd: left };
      const work: Work = {
        update: { card_transactions: [{ id, version, set }] },
        // Several reversals of one transaction are several journals: the version tells them apart.
        journals: [
          reversalJournal(
            { sourceId: `${id}:${version}`, partnerId: change.partnerId },
            card.id,
            reversed,
          ),
        ],
        events: [creditEvent(transaction, change, creditId(transaction, version === 1), reversed)],
      };
      return {
        work: guarded(transaction, change, reversed, work),
        result: { ...transaction, ...set },
      };
    },
  );
}
