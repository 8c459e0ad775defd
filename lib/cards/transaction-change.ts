import { usdFromMicroUsd } from "@/lib/kernel/money";
import { type ChangeSet, cardAccount, mergeChangeSets } from "@/lib/ledger";
import { emit } from "@/lib/webhooks/emit";
import { liquidation } from "./liquidation";
import type { TransactionState } from "./store";

/** A later message of the card network about an authorized transaction. */
export interface TransactionChange {
  partnerId: string;
  transactionId: string;
  /** The full amount when left out. */
  amountMicroUsd?: bigint | undefined;
  at: Date;
}

/**
 * The id of a transaction's next credit (reversal, release at settlement or refund): `_rev` for the first, then
 * `_rev2`, `_rev3` and so on. Source: spec: Reversal; decision 0046.
 */
export function creditId({ id, lastCredit }: TransactionState): string {
  return lastCredit === 0 ? `${id}_rev` : `${id}_rev${lastCredit + 1}`;
}

/** Builds the event of a later movement of an existing transaction. The movement has an id of its own. */
function movement(
  transaction: TransactionState,
  change: TransactionChange,
  id: string,
  amount: bigint,
  what: { type: "credit"; status: "reversed"; fxFee: 0 } | { type: "debit"; status: "approved" },
) {
  return emit({
    partnerId: change.partnerId,
    resourceId: transaction.id,
    type: "card.transaction-event",
    at: change.at,
    data: {
      ...what,
      serviceTransactionId: id,
      serviceCardId: transaction.cardId,
      amount: usdFromMicroUsd(amount),
      description: transaction.description,
    },
  });
}

type Moved = [transaction: TransactionState, change: TransactionChange, id: string, amount: bigint];

/** The event of money that returns to a card. Source: spec: card.transaction-event, Reversal. */
export const creditEvent = (...moved: Moved) =>
  movement(...moved, { type: "credit", status: "reversed", fxFee: 0 });

/**
 * The event of the amount that a transaction takes above its hold. Source: spec: card.transaction-event, Approved
 * debit.
 */
export const debitEvent = (...moved: Moved) =>
  movement(...moved, { type: "debit", status: "approved" });

/**
 * Completes a change set that credits `credited` to the card: adds the guard on the card's version, and liquidates the
 * credit at once when the card is terminated. Source: design 7, terminating with open holds.
 */
export function guarded(
  transaction: TransactionState,
  change: TransactionChange,
  credited: bigint,
  changeSet: ChangeSet,
): ChangeSet {
  const { card } = transaction;
  const guard: ChangeSet = {
    lock: [cardAccount(card.id)],
    expect: { cards: { [card.id]: card.version } },
  };
  if (card.status !== "terminated") return mergeChangeSets(guard, changeSet);
  const { partnerId, at } = change;
  const emptied = liquidation({
    partnerId,
    card,
    amount: credited,
    reference: card.terminateReference,
    at,
  });
  return mergeChangeSets(guard, mergeChangeSets(changeSet, emptied));
}
