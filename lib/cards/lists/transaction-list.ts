// SQL: hot list: conditions in the order of an index.

import { type Condition, type Listed, ofId, when } from "@/lib/db/list-statement";
import { counterOf } from "@/lib/db/list-total";
import { isId } from "@/lib/kernel/ids";
import type {
  CardTransactionCategory,
  CardTransactionStatus,
  CardTransactionType,
} from "../states";
import { TRANSACTION_COLUMNS } from "../store";
import { KINDS, type Kind } from "../transaction-words";
import { searched } from "./transaction-search";

export interface CardTransactionFilters {
  serviceCardId?: string | undefined;
  status?: CardTransactionStatus | undefined;
  transactionType?: CardTransactionType | undefined;
  category?: CardTransactionCategory | undefined;
  /** The transaction has one of these statuses. */
  statuses?: readonly CardTransactionStatus[] | undefined;
  /** The transaction is of one of these kinds. */
  kinds?: readonly Kind[] | undefined;
  /** The transaction was declined for one of these reasons. */
  declinedReasons?: readonly string[] | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** The beginning of a merchant's or a person's name, the last four digits of a card, an amount in USD, or an id. */
  search?: string | undefined;
  /** So many transactions match the search that each row is compared: `findIsBroadSearch`. */
  isBroadSearch?: boolean | undefined;
  /** Leaves cross-border fees out, where each is shown with its debit. */
  foldsFees?: boolean | undefined;
  /** In micro-USD. */
  amountMin?: bigint | undefined;
  amountMax?: bigint | undefined;
}

/** The number of a card's transactions is stored; 0 for a card of another partner. */
const OF_CARD = counterOf(
  "(SELECT id FROM cards WHERE partner_id = $1 AND id = ?)",
  "'card_transactions'",
);
const withCounter = (ofCard: Condition): Condition =>
  ofCard.values.length === 0 ? ofCard : { ...ofCard, total: OF_CARD };
const asRange = (condition: Condition): Condition => ({ ...condition, isRange: true });

const NO_FEES = { name: "fold", sql: "t.category <> 'cross_border_fee'", values: [] };

/** The type of an authorization, and the category of another transaction. */
const KIND = "CASE t.category WHEN 'authorization' THEN t.type ELSE t.category END";

/** Returns the value of KIND for a kind. */
function kindValueOf(kind: Kind): string {
  const { filters } = KINDS[kind];
  return "transactionType" in filters ? filters.transactionType : filters.category;
}

/** The conditions that accept several values. The status is a literal, for the partial index of declines. */
function oneOfEach({ statuses, kinds, declinedReasons }: CardTransactionFilters): Condition[] {
  return [
    ...when("statuses", statuses, "t.status = ANY(?)"),
    ...when("kinds", kinds?.map(kindValueOf), `${KIND} = ANY(?)`),
    ...when("why", declinedReasons, "t.status = 'declined' AND t.declined_reason = ANY(?)"),
  ];
}

/**
 * Describes the list of the card transactions that match the filters. For one card, the query uses the card's index,
 * which has no partner column, so the card's partner is checked separately. Otherwise it uses the partner's index. The
 * index of the order contains all filter columns (decision 0024).
 */
export function cardTransactionList(partnerId: string, filters: CardTransactionFilters): Listed {
  const { serviceCardId, status, transactionType, category, from, to, amountMin, amountMax } =
    filters;
  const { search, isBroadSearch = false, foldsFees = false } = filters;
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
      ...ofId("card", "card", serviceCardId, ofCard).map(withCounter).map(asRange),
      ...when("status", status, "t.status = ?"),
      ...when("type", transactionType, "t.type = ?"),
      ...when("category", category, "t.category = ?"),
      ...oneOfEach(filters),
      ...when("from", from, "t.created_at >= ?").map(asRange),
      ...when("to", to, "t.created_at < ?").map(asRange),
      ...(foldsFees ? [NO_FEES] : []),
      ...searched(search, isBroadSearch),
      ...when("min", amountMin, "t.amount_micro_usd >= ?"),
      ...when("max", amountMax, "t.amount_micro_usd <= ?"),
    ],
    columns: "t.*",
    beside: `LEFT JOIN LATERAL (SELECT ${TRANSACTION_COLUMNS} FROM card_transactions t
      WHERE t.id = page.id OFFSET 0) t ON true`,
  };
}
