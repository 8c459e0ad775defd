import type { CardTransactionDetail } from "@/lib/activity/transactions/store";
import { amountText } from "./words";

/** The kinds of the network's messages that created a row; empty for rows that no message created. */
export type MessageKinds = ReadonlySet<string>;

/** A row beside the first debit of a purchase. */
const isIncrease = ({ originalId }: CardTransactionDetail) => originalId !== null;
const isAuthorized = (kinds: MessageKinds) =>
  kinds.has("authorization") || kinds.has("authorized_total");

interface Words {
  merchant: string;
  usd: string;
  card: string;
}

/** A force post: a debit that the card network posts without an authorization. */
function forcePost(row: CardTransactionDetail, kinds: MessageKinds, words: Words) {
  const { merchant, usd, card } = words;
  const isForcePosted = row.status === "settled" && !isAuthorized(kinds);
  if (isForcePosted && kinds.has("refund_reversal"))
    return `${merchant} took back a refund: ${usd} was charged to ${card}. The card network posts this without an authorization.`;
  if (!isForcePosted || !kinds.has("capture")) return undefined;
  return isIncrease(row)
    ? `${merchant} charged ${usd} to ${card} that no hold covered: it charged more than it had authorized, or after the authorization ended. The card network posts such charges without asking.`
    : `${merchant} charged ${usd} to ${card} without an authorization. The card network posts such charges without asking.`;
}

function authorized(row: CardTransactionDetail, { merchant, usd, card }: Words): string {
  const settled = row.amountMicroUsd - row.heldMicroUsd;
  if (settled > 0n && row.heldMicroUsd > 0n)
    return `${merchant} authorized ${usd} and has settled ${amountText(settled)} of it. The other ${amountText(row.heldMicroUsd)} is held on ${card} until it is settled or released.`;
  return `${merchant} authorized ${usd}${isIncrease(row) ? " more" : ""}. The amount is held on ${card} until it is settled or reversed.`;
}

function purchase(row: CardTransactionDetail, kinds: MessageKinds, words: Words): string {
  const { merchant, usd, card } = words;
  switch (row.status) {
    case "authorized":
      return authorized(row, words);
    case "settled":
      return forcePost(row, kinds, words) ?? `${merchant} settled ${usd} from ${card}.`;
    case "reversed":
      return `The authorization of ${usd} by ${merchant} was reversed. The full amount is back on ${card}.`;
    case "declined":
      return `A purchase of ${usd} at ${merchant} with ${card} was declined: ${row.declinedReason}. No money moved.`;
  }
}

function released(kinds: MessageKinds, { merchant, usd, card }: Words): string {
  if (kinds.has("expiry"))
    return `The authorization of ${merchant} expired. The ${usd} that it held is back on ${card}. The merchant may still charge it.`;
  if (kinds.has("capture"))
    return `${merchant} charged less than it had authorized. The other ${usd} of the hold is back on ${card}.`;
  if (kinds.has("decline"))
    return `The card network declined the purchase at ${merchant} after it was approved. The ${usd} that was held is back on ${card}.`;
  return `${merchant} reversed ${usd} of the authorization. The amount is back on ${card}.`;
}

/** Says in words why the card's balance changed, or did not. */
export function cardSentence(row: CardTransactionDetail, kinds: MessageKinds): string {
  const usd = amountText(row.amountMicroUsd);
  const card = `card ending ${row.last4}`;
  const merchant = row.merchantName || "The merchant";
  const isCredit = row.type === "refund";
  switch (row.category) {
    case "authorization":
      return purchase(row, kinds, { merchant: row.merchantName || row.description, usd, card });
    case "reversal":
      return released(kinds, { merchant, usd, card });
    case "cross_border_fee":
      return `The purchase was in another currency. A cross-border fee of ${usd} was charged to ${card}.`;
    case "refund":
      return row.originalId === null
        ? `${merchant} refunded ${usd} to ${card}, beyond any purchase that could be refunded.`
        : `${merchant} refunded ${usd} to ${card}.`;
    case "card_withdrawal":
      return `${usd} was withdrawn from ${card} to your wallet, less the fee.`;
    case "liquidation":
      return `The remaining balance of ${usd} on terminated ${card} was returned to your wallet.`;
    case "correction":
      return isCredit
        ? `The operator credited ${usd} to ${card}. ${row.description}.`
        : `The operator debited ${usd} from ${card}. ${row.description}.`;
    case "dispute":
      return isCredit
        ? `A transaction of ${card} is disputed. ${usd} was credited to the card until the dispute is decided.`
        : `A dispute ended without a return of the money. ${usd} was taken back from ${card}.`;
  }
}
