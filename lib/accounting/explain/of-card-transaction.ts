import type { CardTransactionDetail } from "@/lib/activity/transactions/store";
import { cardAccount } from "@/lib/ledger";
import { findJournalsOf } from "./store";
import type { Subject } from "./subject";
import { amountText } from "./words";

/** What is posted for a card transaction of each category. */
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
      return `${merchant} may collect ${usd}: it is held on the ${card} until it is collected or given back.`;
    case "settled":
      return `${merchant} collected ${usd} from the ${card}.`;
    case "reversed":
      return `${merchant} gave up ${usd} that was held on the ${card}. All of it came back.`;
    case "declined":
      return `${merchant} asked the ${card} for ${usd} and was declined: ${row.declinedReason}. No money moved.`;
  }
}

function sentenceOf(row: CardTransactionDetail): string {
  const usd = amountText(row.amountMicroUsd);
  const card = `card ending ${row.last4}`;
  switch (row.category) {
    case "authorization":
      return purchase(row, usd, card);
    case "reversal":
      return `${row.merchantName || "The merchant"} gave up ${usd} that was held on the ${card}: the card has it back.`;
    case "cross_border_fee":
      return `The purchase was in another currency: the ${card} paid a cross-border fee of ${usd}.`;
    case "refund":
      return `${row.merchantName || "The merchant"} paid ${usd} back to the ${card}.`;
    case "card_withdrawal":
      return `${usd} were taken off the ${card} and came to your wallet, less the fee.`;
    case "liquidation":
      return `The ${card} is terminated: the ${usd} that it had came to your wallet.`;
    case "correction":
      return row.type === "refund"
        ? `The operator credited ${usd} to the ${card}. ${row.description}.`
        : `The operator debited ${usd} from the ${card}. ${row.description}.`;
  }
}

/**
 * The source of its journals: its own id, but for a reversal the number of the credit behind its original's id, and for a
 * correction the operator posting that it refers to.
 */
function sourceOf({ id, category, originalId, reference }: CardTransactionDetail): string {
  if (category === "correction") return reference ?? id;
  if (category !== "reversal") return id;
  return `${originalId}:${/_rev(\d+)$/.exec(id)?.[1] ?? 1}`;
}

/** A card's transaction: what the card gave or got by it. */
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
    // A fee and a refund are told of with the purchase that they belong to.
    resourceId: row.originalId ?? row.id,
  };
}
