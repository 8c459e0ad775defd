import type { NetworkMessage, NetworkNotification } from "../../network/message";
import { magnitude, microUsdFromCents, requireUsd } from "../amounts";
import { UnreadableMessage } from "../unreadable-message";
import { detailsOfTransaction } from "./details";
import type { StripeTransaction } from "./schema";

/** Stripe's amounts are negative for money that leaves the card. */
/** The message of a transaction; undefined for an amount of zero. @throws UnreadableMessage */
export function transactionMessage({
  id,
  type,
  amount,
  created,
}: Pick<StripeTransaction, "id" | "type" | "amount" | "created">): NetworkMessage | undefined {
  const common = {
    id,
    at: new Date(created * 1_000),
    amountMicroUsd: magnitude(microUsdFromCents(amount)),
  };
  if (amount === 0) return undefined;
  if (type === "refund") return { kind: amount > 0 ? "refund" : "refund_reversal", ...common };
  if (type !== "capture") throw new UnreadableMessage(`Unknown type of a transaction: ${type}`);
  if (amount > 0) throw new UnreadableMessage("The amount of a capture is positive");
  // Further captures may follow. The authorization says with its status `closed` that none does.
  return { kind: "capture", isFinal: false, ...common };
}

/**
 * Maps `issuing_transaction.created`. A transaction without an authorization (a force capture, an unlinked refund) is a
 * transaction of its own. Undefined for an amount of zero.
 * @throws UnreadableMessage
 */
export function transactionEffect(transaction: StripeTransaction): NetworkNotification | undefined {
  requireUsd(transaction.currency);
  const message = transactionMessage(transaction);
  if (!message) return undefined;
  return {
    issuer: "stripe",
    issuerTransactionId: transaction.authorization ?? transaction.id,
    issuerCardId: transaction.card,
    details: detailsOfTransaction(transaction),
    messages: [message],
  };
}
