import { ServiceError } from "@/lib/kernel/errors";
import { type ChangeSet, decideUnderLock, mergeChangeSets, settlementJournal } from "@/lib/ledger";
import { findTransactionOf } from "./find-transaction-of";
import { increase } from "./increase";
import { release } from "./release";
import { CARD_TRANSACTION_TRANSITIONS } from "./states";
import type { CardTransactionRow, TransactionState } from "./store";
import { guarded, type TransactionChange } from "./transaction-change";

/** Builds the change set of the difference between the settled amount and the hold. */
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
 * Settles an authorization: the held money goes to the card network. When the settled amount is less than the hold, the
 * rest is released. When it is more, the difference is taken from the available balance, as a separate transaction
 * (`_inc`). Source: design 6, settle; decision 0046.
 * @throws ServiceError TRANSACTION_NOT_FOUND; TRANSACTION_NOT_OPEN unless the transaction is authorized;
 * INSUFFICIENT_FUNDS when the card cannot cover the amount above the hold.
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
