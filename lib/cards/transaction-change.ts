import { usdFromMicroUsd } from "@/lib/kernel/money";
import { type ChangeSet, cardAccount, mergeChangeSets } from "@/lib/ledger";
import { emit } from "@/lib/webhooks/emit";
import { liquidation } from "./liquidation";
import type { TransactionState } from "./store";

/** What a card network tells about a transaction that it asked for before. */
export interface TransactionChange {
  partnerId: string;
  transactionId: string;
  /** All of it when left out. */
  amountMicroUsd?: bigint | undefined;
  at: Date;
}

/**
 * The id of a transaction's next credit, whatever its kind (reversal, release at settlement, refund): `_rev` for the
 * first, `_rev2`, `_rev3` and so on for those that follow. Source: spec: Reversal; decision 0046.
 */
export function creditId({ id, lastCredit }: TransactionState): string {
  return lastCredit === 0 ? `${id}_rev` : `${id}_rev${lastCredit + 1}`;
}

/** What moved on the card for a transaction that is there already, under an id of its own. */
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

/** The event of money that comes back to a card. Source: spec: card.transaction-event, Reversal. */
export const creditEvent = (...moved: Moved) =>
  movement(...moved, { type: "credit", status: "reversed", fxFee: 0 });

/** The event of what a transaction takes from a card besides its hold. Source: spec: card.transaction-event, Approved debit. */
export const debitEvent = (...moved: Moved) =>
  movement(...moved, { type: "debit", status: "approved" });

/**
 * Completes the change set of a change that gives `credited` back to the card: guarded by what was read, and liquidated at
 * once when the card is terminated. Source: design 7, terminating with open holds.
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
