import { usdFromMicroUsd } from "@/lib/kernel/money";
import { emit } from "@/lib/webhooks/emit";
import type { MovementContext } from "./context";

interface Moved {
  /** The debit that the event is about: a purchase, or an increase of one. */
  debitId: string;
  /** The id of the row of this movement. */
  id: string;
  cardId: string;
  amountMicroUsd: bigint;
  description: string;
}

/**
 * The purchase of a debit: its own id, or that of the first debit if it is an increase (`_inc`, `_inc2`). All events of a
 * purchase share it, so that they have one sequence, and the fee or a credit of an increase never overtakes the increase.
 */
const purchaseOf = (debitId: string) => debitId.replace(/_inc\d*$/, "");

type Kind =
  | { type: "debit"; status: "approved" }
  | { type: "cross-border"; status: "approved" }
  | { type: "debit"; status: "declined"; fxFee: number; declinedReason: string }
  | { type: "credit"; status: "reversed"; fxFee: 0 };

function transactionEvent(
  { partnerId, at }: Pick<MovementContext, "partnerId" | "at">,
  moved: Moved,
  kind: Kind,
) {
  const { debitId, id, cardId, amountMicroUsd, description } = moved;
  return emit({
    partnerId,
    resourceId: purchaseOf(debitId),
    type: "card.transaction-event",
    at,
    data: {
      ...kind,
      serviceTransactionId: id,
      serviceCardId: cardId,
      amount: usdFromMicroUsd(amountMicroUsd),
      description,
    },
  });
}

type Context = Pick<MovementContext, "partnerId" | "at">;

/** The event of an amount that is held or collected. Source: spec: card.transaction-event, Approved debit. */
export const debitEvent = (context: Context, moved: Moved) =>
  transactionEvent(context, moved, { type: "debit", status: "approved" });

/** The event of a cross-border fee. Source: spec: card.transaction-event, FX fee. */
export const feeEvent = (context: Context, moved: Moved) =>
  transactionEvent(context, moved, { type: "cross-border", status: "approved" });

/** The event of an amount that returns to the card. Source: spec: card.transaction-event, Reversal. */
export const creditEvent = (context: Context, moved: Moved) =>
  transactionEvent(context, moved, { type: "credit", status: "reversed", fxFee: 0 });

/** The event of a declined authorization. Source: spec: card.transaction-event, Declined debit. */
export const declineEvent = (
  context: Context,
  moved: Moved,
  { feeMicroUsd, declinedReason }: { feeMicroUsd: bigint; declinedReason: string },
) =>
  transactionEvent(context, moved, {
    type: "debit",
    status: "declined",
    fxFee: usdFromMicroUsd(feeMicroUsd),
    declinedReason,
  });
