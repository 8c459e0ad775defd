import { ServiceError } from "@/lib/kernel/errors";
import { type ChangeSet, decideUnderLock, mergeChangeSets, settlementJournal } from "@/lib/ledger";
import { findTransactionOf } from "./find-transaction-of";
import { increase } from "./increase";
import { release } from "./release";
import { CARD_TRANSACTION_TRANSITIONS } from "./states";
import type { CardTransactionRow, TransactionState } from "./store";
import { guarded, type TransactionChange } from "./transaction-change";

/** What a settlement gives back to the card or takes from it beside the hold. */
function differenceOf(
  transaction: TransactionState,
  change: TransactionChange,
  settled: bigint,
): ChangeSet {
  const { heldMicroUsd: held } = transaction;
  if (settled === held) return {};
  return settled < held
    ? release(transaction, change, held - settled)
    : increase(transaction, change, settled - held);
}

/**
 * The merchant collects: the hold goes to the network. Less than was held gives the rest back; more takes it from what
 * the card can spend, as a transaction of its own (`_inc`). Source: design 6, settle; decision 0046.
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

      const isLess = settled < held;
      const collected = isLess ? settled : held;
      const set = { status: "settled" as const, amountMicroUsd: collected, heldMicroUsd: 0n };
      const settlement: ChangeSet = {
        update: { card_transactions: [{ id, version, set }] },
        journals: [
          settlementJournal({ sourceId: id, partnerId: change.partnerId }, card.id, collected),
        ],
      };
      const changeSet = mergeChangeSets(differenceOf(transaction, change, settled), settlement);
      const released = held > settled ? held - settled : 0n;
      return {
        changeSet: guarded(transaction, change, released, changeSet),
        result: { ...transaction, ...set },
      };
    },
  );
}
