import { newId } from "@/lib/kernel/ids";
import { unseal } from "@/lib/kernel/seal";
import type { ChangeSet } from "@/lib/ledger";
import { isExpired } from "./expiry";
import { type MovementContext, networkColumns } from "./movements/context";
import { declineEvent } from "./movements/transaction-event";
import { newCardTransaction } from "./new-card-transaction";
import { DECLINE_REASON, EXPIRED_REASON, INSUFFICIENT_REASON } from "./states";
import type { CardState, CardTransactionRow } from "./store";

interface Requested {
  partnerId: string;
  card: CardState & { expirySealed: string };
  /** The amount to hold, with the cross-border fee. */
  neededMicroUsd: bigint;
  /** The time of the partner's clock, which decides whether the card is expired. */
  partnerTime: Date;
}

/**
 * Returns the reason to decline an authorization, or undefined to approve it. Source: design 6, authorise; decision 0010
 * for expired cards.
 */
export function declineReasonOf(requested: Requested): string | undefined {
  const { partnerId, card, neededMicroUsd, partnerTime } = requested;
  const ofStatus = DECLINE_REASON[card.status];
  if (ofStatus !== undefined) return ofStatus;
  const context = { partnerId, rowId: card.id, field: "expiry" };
  if (isExpired(unseal(card.expirySealed, context), partnerTime)) return EXPIRED_REASON;
  return card.availableMicroUsd < neededMicroUsd ? INSUFFICIENT_REASON : undefined;
}

interface Declined {
  cardId: string;
  amountMicroUsd: bigint;
  feeMicroUsd: bigint;
  declinedReason: string;
}

/** Builds the row and the event of a declined authorization. Source: spec: card.transaction-event, Declined debit. */
export function declinedTransaction(
  context: MovementContext,
  { cardId, amountMicroUsd, feeMicroUsd, declinedReason }: Declined,
): { row: CardTransactionRow; changeSet: ChangeSet } {
  const { partnerId, details, at } = context;
  const id = context.transactionId ?? newId("txn");
  const { type, description, merchantName, merchantCountry } = details;
  const row = newCardTransaction({
    id,
    partnerId,
    cardId,
    category: "authorization",
    amountMicroUsd,
    status: "declined",
    type,
    description,
    merchantName,
    merchantCountry,
    declinedReason,
    fxFeeMicroUsd: feeMicroUsd,
    createdAt: at,
    ...networkColumns(context),
  });
  const moved = { debitId: id, id, cardId, amountMicroUsd, description };
  const event = declineEvent(context, moved, { feeMicroUsd, declinedReason });
  return { row, changeSet: { insert: { card_transactions: [row] }, events: [event] } };
}
