import { newId } from "@/lib/kernel/ids";
import { type ChangeSet, refundJournal, reversalJournal } from "@/lib/ledger";
import { newCardTransaction } from "../new-card-transaction";
import type { PostedDebit } from "../store";
import { type MovementContext, networkColumns } from "./context";
import { creditEvent } from "./transaction-event";

/**
 * The id of the `nth` credit of a transaction (reversal, release at settlement or refund): `_rev` for the first, then
 * `_rev2`, `_rev3` and so on. Source: spec: Reversal; decision 0046.
 */
const creditId = (debitId: string, nth: number) =>
  nth === 1 ? `${debitId}_rev` : `${debitId}_rev${nth}`;

interface Credit {
  cardId: string;
  debit: PostedDebit;
  /** The number of this credit among all credits of the debit. */
  nth: number;
  amountMicroUsd: bigint;
}

/**
 * Releases a hold or a part of it to the card. The row has the type of its transaction and not `refund`: the amount was
 * held and never paid, so it counts neither as spent nor as refunded. Source: spec: Reversal; decision 0046.
 */
export function release(context: MovementContext, { cardId, debit, nth, amountMicroUsd }: Credit) {
  const { partnerId, at } = context;
  const id = creditId(debit.id, nth);
  const row = newCardTransaction({
    id,
    partnerId,
    cardId,
    category: "reversal",
    amountMicroUsd,
    status: "reversed",
    type: debit.type,
    description: `Reversal of ${debit.description}`,
    merchantName: debit.merchantName,
    merchantCountry: debit.merchantCountry,
    originalId: debit.id,
    createdAt: at,
    ...networkColumns(context),
  });
  // The database finds the journal of a row by the number after `_rev`; the first credit has number 1.
  const sourceId = `${debit.id}:${nth}`;
  const { description } = debit;
  const changeSet: ChangeSet = {
    insert: { card_transactions: [row] },
    journals: [reversalJournal({ sourceId, partnerId }, cardId, amountMicroUsd)],
    events: [creditEvent(context, { debitId: debit.id, id, cardId, amountMicroUsd, description })],
  };
  return { row, changeSet };
}

function refundParts(
  context: MovementContext,
  refund: { id: string; cardId: string; amountMicroUsd: bigint; debit: PostedDebit | undefined },
) {
  const { partnerId, details, at } = context;
  const { id, cardId, amountMicroUsd, debit } = refund;
  const description = debit?.description ?? `Refund from ${details.merchantName || "a merchant"}`;
  const row = newCardTransaction({
    id,
    partnerId,
    cardId,
    category: "refund",
    amountMicroUsd,
    status: "reversed",
    type: "refund",
    description: debit ? `Refund of ${description}` : description,
    merchantName: debit?.merchantName ?? details.merchantName,
    merchantCountry: debit?.merchantCountry ?? details.merchantCountry,
    originalId: debit?.id ?? null,
    createdAt: at,
    ...networkColumns(context),
  });
  const moved = { debitId: debit?.id ?? id, id, cardId, amountMicroUsd, description };
  const changeSet: ChangeSet = {
    insert: { card_transactions: [row] },
    journals: [refundJournal({ sourceId: id, partnerId }, cardId, amountMicroUsd)],
    events: [creditEvent(context, moved)],
  };
  return { row, changeSet };
}

/** Refunds a part of a settled debit. Source: spec: Card transaction: `reversed` (refund). */
export const refund = (context: MovementContext, { cardId, debit, nth, amountMicroUsd }: Credit) =>
  refundParts(context, { id: creditId(debit.id, nth), cardId, amountMicroUsd, debit });

/** Refunds without a purchase, or more than the purchase. Source: decision 0063. */
export const unlinkedRefund = (context: MovementContext, cardId: string, amountMicroUsd: bigint) =>
  refundParts(context, { id: newId("txn"), cardId, amountMicroUsd, debit: undefined });
