import type { CardTransactionDetail } from "@/lib/activity/transactions/store";
import { cardAccount } from "@/lib/ledger";
import { findJournalsOf } from "./store";
import type { Subject } from "./subject";
import { amountText } from "./words";

/** The journal types of each category of card transaction. */
const TYPES: Record<CardTransactionDetail["category"], readonly string[]> = {
  authorization: ["authorization", "settlement"],
  reversal: ["reversal"],
  cross_border_fee: ["cross_border_fee"],
  refund: ["refund"],
  card_withdrawal: ["card_withdrawal"],
  liquidation: ["liquidation"],
  correction: ["correction"],
};

function purchase(row: CardTransactionDetail, usd: string, card: string): string {
  const merchant = row.merchantName || row.description;
  switch (row.status) {
    case "authorized":
      return `${merchant} authorized ${usd}. The amount is held on ${card} until it is settled or reversed.`;
    case "settled":
      return `${merchant} settled ${usd} from ${card}.`;
    case "reversed":
      return `${merchant} reversed the authorization of ${usd}. The full amount is back on ${card}.`;
    case "declined":
      return `A purchase of ${usd} at ${merchant} with ${card} was declined: ${row.declinedReason}. No money moved.`;
  }
}

function sentenceOf(row: CardTransactionDetail): string {
  const usd = amountText(row.amountMicroUsd);
  const card = `card ending ${row.last4}`;
  switch (row.category) {
    case "authorization":
      return purchase(row, usd, card);
    case "reversal":
      return `${row.merchantName || "The merchant"} reversed ${usd} of the authorization. The amount is back on ${card}.`;
    case "cross_border_fee":
      return `The purchase was in another currency. A cross-border fee of ${usd} was charged to ${card}.`;
    case "refund":
      return `${row.merchantName || "The merchant"} refunded ${usd} to ${card}.`;
    case "card_withdrawal":
      return `${usd} was withdrawn from ${card} to your wallet, less the fee.`;
    case "liquidation":
      return `The remaining balance of ${usd} on terminated ${card} was returned to your wallet.`;
    case "correction":
      return row.type === "refund"
        ? `The operator credited ${usd} to ${card}. ${row.description}.`
        : `The operator debited ${usd} from ${card}. ${row.description}.`;
  }
}

/**
 * Returns the source id of the transaction's journals. This is its own id, with two exceptions: a reversal has the
 * original's id and the number of the credit, a correction the id of the operator posting.
 */
function sourceOf({ id, category, originalId, reference }: CardTransactionDetail): string {
  if (category === "correction") return reference ?? id;
  if (category !== "reversal") return id;
  return `${originalId}:${/_rev(\d+)$/.exec(id)?.[1] ?? 1}`;
}

/** Explains a transaction by the amount that the card received or paid. */
export async function ofCardTransaction(
  partnerId: string,
  row: CardTransactionDetail,
): Promise<Subject> {
  return {
    id: row.id,
    sentence: sentenceOf(row),
    account: cardAccount(row.cardId),
    accountText: `Card ending ${row.last4}`,
    journalIds: await findJournalsOf(partnerId, TYPES[row.category], sourceOf(row)),
    // The events about a fee or a refund refer to the purchase to which it belongs.
    resourceId: row.originalId ?? row.id,
  };
}
