import { newId } from "@/lib/kernel/ids";
import {
  authorizationJournal,
  type ChangeSet,
  crossBorderFeeJournal,
  settlementJournal,
} from "@/lib/ledger";
import { newCardTransaction } from "../new-card-transaction";
import { type MovementContext, networkColumns } from "./context";
import { debitEvent, feeEvent } from "./transaction-event";

/** The transaction that a debit belongs to: the first debit of the purchase, and the number of debits so far. */
export interface DebitFamily {
  cardId: string;
  rootId: string | undefined;
  count: number;
}

/** The id of a further debit of a transaction: `_inc` for the first, then `_inc2` and so on. Source: decision 0046. */
function debitId({ transactionId }: MovementContext, { rootId, count }: DebitFamily): string {
  if (rootId === undefined) return transactionId ?? newId("txn");
  return count === 1 ? `${rootId}_inc` : `${rootId}_inc${count}`;
}

interface Debit {
  family: DebitFamily;
  amountMicroUsd: bigint;
  isCaptured: boolean;
  /** The cross-border fee that is charged with this debit. */
  feeMicroUsd: bigint;
}

/**
 * Builds a debit of the card: a hold, or a capture without one, which is authorized and settled at once. A further debit
 * of a transaction has a row and an event of its own, so that the list adds up. Source: decision 0046.
 */
export function newDebit(
  context: MovementContext,
  { family, amountMicroUsd, isCaptured, feeMicroUsd }: Debit,
) {
  const { partnerId, details, at } = context;
  const { cardId, rootId } = family;
  const id = debitId(context, family);
  const row = newCardTransaction({
    id,
    partnerId,
    cardId,
    category: "authorization",
    amountMicroUsd,
    status: isCaptured ? "settled" : "authorized",
    type: details.type,
    description: rootId === undefined ? details.description : `Increase of ${details.description}`,
    merchantName: details.merchantName,
    merchantCountry: details.merchantCountry,
    fxFeeMicroUsd: feeMicroUsd,
    heldMicroUsd: isCaptured ? 0n : amountMicroUsd,
    originalId: rootId ?? null,
    createdAt: at,
    ...networkColumns(context),
  });
  const source = { sourceId: id, partnerId };
  const hold = authorizationJournal(source, cardId, amountMicroUsd);
  const { description } = details;
  const changeSet: ChangeSet = {
    insert: { card_transactions: [row] },
    journals: isCaptured ? [hold, settlementJournal(source, cardId, amountMicroUsd)] : [hold],
    events: [debitEvent(context, { debitId: id, id, cardId, amountMicroUsd, description })],
  };
  return { row, changeSet, family: { cardId, rootId: rootId ?? id, count: family.count + 1 } };
}

/** Builds the cross-border fee of a debit: a transaction with its own event, emitted after the event of the debit. */
export function newFee(
  context: MovementContext,
  debit: { id: string; cardId: string },
  feeMicroUsd: bigint,
): ChangeSet {
  const { partnerId, details, at } = context;
  const id = `${debit.id}_fx`;
  const description = `Cross-border fee for ${details.description}`;
  const { cardId } = debit;
  const row = newCardTransaction({
    id,
    partnerId,
    cardId,
    category: "cross_border_fee",
    amountMicroUsd: feeMicroUsd,
    status: "settled",
    type: details.type,
    description,
    merchantName: details.merchantName,
    merchantCountry: details.merchantCountry,
    originalId: debit.id,
    createdAt: at,
    networkTransactionId: context.networkTransactionId,
  });
  const moved = { debitId: debit.id, id, cardId, amountMicroUsd: feeMicroUsd, description };
  return {
    insert: { card_transactions: [row] },
    journals: [crossBorderFeeJournal({ sourceId: id, partnerId }, cardId, feeMicroUsd)],
    events: [feeEvent(context, moved)],
  };
}
