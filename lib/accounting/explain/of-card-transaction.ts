import type { CardTransactionDetail } from "@/lib/activity/transactions/store";
import { cardAccount } from "@/lib/ledger";
import { cardSentence } from "./card-sentences";
import { findJournalsOf, findMessageKinds } from "./store";
import type { Subject } from "./subject";

/** The journal types of each category of card transaction. */
const TYPES: Record<CardTransactionDetail["category"], readonly string[]> = {
  authorization: ["authorization", "settlement", "card_shortfall", "shortfall_recovery"],
  reversal: ["reversal", "shortfall_recovery"],
  cross_border_fee: ["cross_border_fee"],
  refund: ["refund", "shortfall_recovery"],
  card_withdrawal: ["card_withdrawal"],
  liquidation: ["liquidation"],
  correction: ["correction", "shortfall_recovery"],
  dispute: ["dispute_credit", "shortfall_recovery"],
};

/** The row of a dispute shows either the credit or its return; the journals of both have the dispute's id. */
const typesOf = ({ category, type }: CardTransactionDetail): readonly string[] =>
  category === "dispute" && type !== "refund"
    ? ["dispute_reversal", "card_shortfall"]
    : TYPES[category];

/**
 * Returns the source ids of the transaction's journals. This is its own id, with three exceptions: a reversal also has the
 * original's id and the number of the credit, a correction the id of the operator posting, a dispute also its own id.
 */
function sourcesOf({ id, category, originalId, reference }: CardTransactionDetail): string[] {
  if (category === "correction") return [reference ?? id];
  if (category === "dispute") return [reference ?? id, id];
  if (category !== "reversal") return [id];
  return [`${originalId}:${/_rev(\d+)$/.exec(id)?.[1] ?? 1}`, id];
}

/** Explains a transaction by the amount that the card received or paid. */
export async function ofCardTransaction(
  partnerId: string,
  row: CardTransactionDetail,
): Promise<Subject> {
  const [kinds, ...found] = await Promise.all([
    row.networkTransactionId === null
      ? new Set<string>()
      : findMessageKinds(row.networkTransactionId, row.createdAt),
    ...sourcesOf(row).map((source) => findJournalsOf(partnerId, typesOf(row), source)),
  ]);
  return {
    id: row.id,
    sentence: cardSentence(row, kinds),
    account: cardAccount(row.cardId),
    accountText: `Card ending ${row.last4}`,
    journalIds: found.flat(),
    // The events about a fee or a refund refer to the purchase to which it belongs.
    resourceId: row.originalId ?? row.id,
  };
}
