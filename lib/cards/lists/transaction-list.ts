// SQL: hot list: conditions in the order of an index.

import { type Listed, ofId, when } from "@/lib/db/list-statement";
import { isId } from "@/lib/kernel/ids";
import type {
  CardTransactionCategory,
  CardTransactionStatus,
  CardTransactionType,
} from "../states";
import { TRANSACTION_COLUMNS } from "../store";

export interface CardTransactionFilters {
  serviceCardId?: string | undefined;
  status?: CardTransactionStatus | undefined;
  transactionType?: CardTransactionType | undefined;
  category?: CardTransactionCategory | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** In micro-USD. */
  amountMin?: bigint | undefined;
  amountMax?: bigint | undefined;
}

/**
 * Describes the list of the card transactions that match the filters. For one card, the query uses the card's index,
 * which has no partner column, so the card's partner is checked separately. Otherwise it uses the partner's index. The
 * index of the order contains all filter columns (decision 0024).
 */
export function cardTransactionList(partnerId: string, filters: CardTransactionFilters): Listed {
  const { serviceCardId, status, transactionType, category, from, to, amountMin, amountMax } =
    filters;
  const isOfCard = serviceCardId !== undefined && isId("card", serviceCardId);
  const ofCard =
    "t.card_id = ? AND EXISTS (SELECT FROM cards c WHERE c.partner_id = $1 AND c.id = ?)";
  return {
    name: "card_txns",
    scope: partnerId,
    from: `card_transactions t WHERE ${isOfCard ? "true" : "t.partner_id = $1"}`,
    id: "t.id",
    sortedBy: ["t.created_at"],
    conditions: [
      ...ofId("card", "card", serviceCardId, ofCard),
      ...when("status", status, "t.status = ?"),
      ...when("type", transactionType, "t.type = ?"),
      ...when("category", category, "t.category = ?"),
      ...when("from", from, "t.created_at >= ?"),
      ...when("to", to, "t.created_at < ?"),
      ...when("min", amountMin, "t.amount_micro_usd >= ?"),
      ...when("max", amountMax, "t.amount_micro_usd <= ?"),
    ],
    columns: "t.*",
    beside: `LEFT JOIN LATERAL (SELECT ${TRANSACTION_COLUMNS} FROM card_transactions t
      WHERE t.id = page.id OFFSET 0) t ON true`,
  };
}
