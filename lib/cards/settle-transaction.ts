import { ServiceError } from "@/lib/errors";
import { decideUnderLock, settlementJournal, type Work } from "@/lib/ledger";
import { findTransactionOf } from "./find-transaction-of";
import { CARD_TRANSACTION_TRANSITIONS } from "./states";
import type { CardTransactionRow, TransactionState } from "./store";
import {
  creditEvent,
  creditId,
  debitEvent,
  guarded,
  type TransactionChange,
} from "./transaction-change";

/**
 * What a settlement takes or gives beside the hold is told as the debit or credit that it is: the events of a card add up
 * to what it can spend. Source: spec, card.transaction-event.
 */
function differenceEvents(
  transaction: TransactionState,
  change: TransactionChange,
  settled: bigint,
): Work["events"] {
  const { heldMicroUsd: held } = transaction;
  if (settled === held) return [];
  return settled < held
    ? [creditEvent(transaction, change, creditId(transaction, false), held - settled)]
    : [debitEvent(transaction, change, `${transaction.id}_inc`, settled - held)];
}

/**
 * The merchant collects: the hold goes to the network. Less than was held gives the rest back; more takes it from what
 * the card can spend. Source: design 6, settle.
 * @throws ServiceError TRANSACTION_NOT_FOUND; TRANSACTION_NOT_OPEN unless it is authorised; INSUFFICIENT_FUNDS when the
 *   card cannot cover what is above the hold.
 */
export function settleTransaction(change: TransactionChange): Promise<CardTransactionRow> {
  return decideUnderLock(
    (ask) => findTransactionOf(change.partnerId, change.transactionId, ask),
    (transaction) => {
      const { id, card, heldMicroUsd: held, version } = transaction;
      if (!CARD_TRANSACTION_TRANSITIONS[transaction.status].includes("settled"))
        throw new ServiceError("TRANSACTION_NOT_OPEN");
      const settled = change.amountMicroUsd ?? held;
      if (settled - held > card.availableMicroUsd) throw new ServiceError("INSUFFICIENT_FUNDS");

      const set = { status: "settled" as const, amountMicroUsd: settled, heldMicroUsd: 0n };
      const work: Work = {
        update: { card_transactions: [{ id, version, set }] },
        journals: [
          settlementJournal({ sourceId: id, partnerId: change.partnerId }, card.id, held, settled),
        ],
        events: differenceEvents(transaction, change, settled),
      };
      const released = held > settled ? held - settled : 0n;
      return {
        work: guarded(transaction, change, released, work),
        result: { ...transaction, ...set },
      };
    },
  );
}
