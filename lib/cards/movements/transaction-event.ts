import { usdFromMicroUsd } from "@/lib/kernel/money";
import { emit } from "@/lib/webhooks/emit";
import type { MovementContext } from "./context";

interface Moved {
  /** The transaction that the event is about: the id under which a client finds all events of a purchase. */
  resourceId: string;
  /** The id of the row of this movement. */
  id: string;
  cardId: string;
  amountMicroUsd: bigint;
  description: string;
}

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
  const { resourceId, id, cardId, amountMicroUsd, description } = moved;
  return emit({
    partnerId,
    resourceId,
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
