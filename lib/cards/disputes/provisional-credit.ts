import {
  type ChangeSet,
  cardAccount,
  disputeCreditJournal,
  disputeReversalJournal,
  mergeChangeSets,
} from "@/lib/ledger";
import { settleBalance } from "../movements/settle-balance";
import { creditEvent, debitEvent } from "../movements/transaction-event";
import { newCardTransaction } from "../new-card-transaction";
import type { CardState } from "../store";
import { DISPUTE_PREFIX } from "../transaction-words";
import type { DisputeRow } from "./dispute";

interface Credited {
  dispute: Pick<DisputeRow, "id" | "partnerId" | "cardId" | "transactionId" | "amountMicroUsd">;
  card: CardState;
  /** The id of the new row in the card's list. */
  rowId: string;
  /** The description of the disputed transaction. */
  description: string;
  at: Date;
}

/** The row is a credit (`refund`) or a debit (`withdrawal`) without a merchant, as a correction is. */
function rowOf(
  { dispute, rowId, at }: Credited,
  type: "refund" | "withdrawal",
  description: string,
) {
  const { partnerId, cardId, amountMicroUsd } = dispute;
  return newCardTransaction({
    id: rowId,
    partnerId,
    cardId,
    category: "dispute",
    amountMicroUsd,
    status: type === "refund" ? "reversed" : "settled",
    type,
    description,
    originalId: dispute.transactionId,
    reference: dispute.id,
    createdAt: at,
  });
}

function movedBy({ dispute, rowId }: Credited, description: string) {
  const { cardId, amountMicroUsd, transactionId } = dispute;
  return { debitId: transactionId, id: rowId, cardId, amountMicroUsd, description };
}

/** A balance of the card that was decided on must not be changed by a termination meanwhile. */
const guard = ({ card }: Credited): ChangeSet => ({
  lock: [cardAccount(card.id)],
  expect: { cards: { [card.id]: card.version } },
});

/**
 * Credits the disputed amount to the card, with a row in its list and an event. A shortfall of the card is recovered
 * first; the credit of a terminated card goes to the wallet. Source: docs/decisions/0072-disputes.md
 */
export function creditProvisionally(credited: Credited): ChangeSet {
  const { dispute, card, rowId, at } = credited;
  const { partnerId, amountMicroUsd } = dispute;
  const description = `${DISPUTE_PREFIX}provisional credit, ${credited.description}`;
  const context = { partnerId, at };
  const { after } = settleBalance(context, card, {
    creditedMicroUsd: amountMicroUsd,
    debitedMicroUsd: 0n,
    sourceId: rowId,
  });
  const credit: ChangeSet = {
    insert: { card_transactions: [rowOf(credited, "refund", description)] },
    journals: [disputeCreditJournal({ sourceId: dispute.id, partnerId }, card.id, amountMicroUsd)],
    events: [creditEvent(context, movedBy(credited, description))],
  };
  return [guard(credited), credit, after].reduce(mergeChangeSets);
}

/**
 * Takes the provisional credit back from the card, with a row in its list and an event. What the card cannot pay
 * becomes its shortfall. Source: docs/decisions/0072-disputes.md
 */
export function takeCreditBack(credited: Credited): ChangeSet {
  const { dispute, card, rowId, at } = credited;
  const { partnerId, amountMicroUsd } = dispute;
  const description = `${DISPUTE_PREFIX}credit taken back, ${credited.description}`;
  const context = { partnerId, at };
  const { before } = settleBalance(context, card, {
    creditedMicroUsd: 0n,
    debitedMicroUsd: amountMicroUsd,
    sourceId: rowId,
  });
  const debit: ChangeSet = {
    insert: { card_transactions: [rowOf(credited, "withdrawal", description)] },
    journals: [
      disputeReversalJournal({ sourceId: dispute.id, partnerId }, card.id, amountMicroUsd),
    ],
    events: [debitEvent(context, movedBy(credited, description))],
  };
  return [guard(credited), before, debit].reduce(mergeChangeSets);
}
