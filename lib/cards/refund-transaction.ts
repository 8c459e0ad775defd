import { ServiceError } from "@/lib/kernel/errors";
import {
  type Ask,
  type ChangeSet,
  decideUnderLock,
  mergeChangeSets,
  refundJournal,
} from "@/lib/ledger";
import { findTransactionOf } from "./find-transaction-of";
import { increaseIdOf } from "./increase";
import { newCardTransaction } from "./new-card-transaction";
import { type CardTransactionRow, findTransactionState, type TransactionState } from "./store";
import { creditEvent, creditId, guarded, type TransactionChange } from "./transaction-change";

const refundableOf = ({ category, status, amountMicroUsd, refundedMicroUsd }: TransactionState) =>
  category === "authorization" && status === "settled" ? amountMicroUsd - refundedMicroUsd : 0n;

/** Reads the transaction, and its increase (`_inc`) when the refund exceeds the original transaction. */
async function findRefunded(change: TransactionChange, ask: Ask): Promise<TransactionState[]> {
  const { partnerId, transactionId, amountMicroUsd } = change;
  const transaction = await findTransactionOf(partnerId, transactionId, ask);
  const left = refundableOf(transaction);
  if (amountMicroUsd !== undefined && amountMicroUsd <= left) return [transaction];
  const increase = await findTransactionState(partnerId, increaseIdOf(transactionId), ask);
  return increase ? [transaction, increase] : [transaction];
}

/** Builds the part of a refund that concerns one transaction. */
function refundPart(transaction: TransactionState, change: TransactionChange, amount: bigint) {
  const { card, version, refundedMicroUsd } = transaction;
  const { partnerId } = change;
  const id = creditId(transaction);
  const row = newCardTransaction({
    id,
    partnerId,
    cardId: card.id,
    category: "refund",
    amountMicroUsd: amount,
    status: "reversed",
    type: "refund",
    description: `Refund of ${transaction.description}`,
    merchantName: transaction.merchantName,
    merchantCountry: transaction.merchantCountry,
    originalId: transaction.id,
    createdAt: change.at,
  });
  const set = { refundedMicroUsd: refundedMicroUsd + amount };
  const changeSet: ChangeSet = {
    update: { card_transactions: [{ id: transaction.id, version, set }] },
    insert: { card_transactions: [row] },
    journals: [refundJournal({ sourceId: id, partnerId }, card.id, amount)],
    events: [creditEvent(transaction, change, id, amount)],
  };
  return { row, changeSet };
}

/**
 * Refunds a settled transaction or a part of it. The refund is a separate transaction, `refund` and `reversed`; the
 * original stays settled. The amount above the original is a refund of its increase (`_inc`), with a row and an event
 * of its own. Source: spec: Card transaction: `reversed` (refund); decision 0046.
 * @returns the first row of the refund.
 * @throws ServiceError TRANSACTION_NOT_FOUND; TRANSACTION_NOT_OPEN unless the transaction is a settled purchase or cash
 * withdrawal with an amount left to refund; AMOUNT_ABOVE_TRANSACTION.
 */
export function refundTransaction(change: TransactionChange): Promise<CardTransactionRow> {
  return decideUnderLock(
    (ask) => findRefunded(change, ask),
    (transactions) => {
      const left = transactions.reduce((sum, each) => sum + refundableOf(each), 0n);
      const refunded = change.amountMicroUsd ?? left;
      const [original] = transactions;
      if (!original || left === 0n) throw new ServiceError("TRANSACTION_NOT_OPEN");
      if (refunded > left) throw new ServiceError("AMOUNT_ABOVE_TRANSACTION");

      let rest = refunded;
      const parts = transactions.flatMap((transaction) => {
        const refundable = refundableOf(transaction);
        const isMore = rest > refundable;
        const amount = isMore ? refundable : rest;
        rest -= amount;
        return amount > 0n ? [refundPart(transaction, change, amount)] : [];
      });
      const [first] = parts;
      if (!first) throw new ServiceError("TRANSACTION_NOT_OPEN");
      const changeSet = parts.map((part) => part.changeSet).reduce(mergeChangeSets);
      return { changeSet: guarded(original, change, refunded, changeSet), result: first.row };
    },
  );
}
