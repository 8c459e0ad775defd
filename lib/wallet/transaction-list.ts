// SQL: hot list: conditions in the order of an index.

import { type Condition, type Listed, ofId, oneOf, when } from "@/lib/db/list-statement";
import { ofOwner } from "@/lib/db/of-owner";
import { ACTION_OF, type WalletAction, type WalletCategory, type WalletType } from "./categories";

/** The columns of a StoredWalletTransaction, from a table named `t`. */
export const WALLET_TRANSACTION_COLUMNS = `t.id, t.partner_id AS "partnerId", t.journal_id AS "journalId",
  t.amount_micro_usd AS "amountMicroUsd", t.currency, t.type, t.action, t.category, t.narration, t.card_id AS "cardId",
  t.created_at AS "createdAt"`;

export interface WalletTransactionFilters {
  /** The transaction is of one of these types. */
  type?: readonly WalletType[] | undefined;
  action?: WalletAction | undefined;
  /** The transaction has one of these categories. */
  category?: readonly WalletCategory[] | undefined;
  serviceCardId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** In micro-USD. */
  amountMin?: bigint | undefined;
  amountMax?: bigint | undefined;
}

/** Filters by the categories that the action groups. */
function ofAction(action: WalletAction | undefined): Condition[] {
  const categories = Object.entries(ACTION_OF).flatMap(([category, its]) =>
    its === action ? [category] : [],
  );
  return when("action", action && categories, "t.category = ANY(?)");
}

/**
 * Describes the list of the wallet transactions that match the filters. The index of the order contains all filter
 * columns (decision 0024).
 */
export function walletTransactionList(
  partnerId: string,
  filters: WalletTransactionFilters,
): Listed {
  const { type, action, category, serviceCardId, from, to, amountMin, amountMax } = filters;
  return {
    name: "wallet_txns",
    scope: partnerId,
    from: `wallet_transactions t WHERE ${ofOwner("t.partner_id", "$1")}`,
    owner: "t.partner_id",
    id: "t.id",
    conditions: [
      ...ofId("card", "card", serviceCardId, "t.card_id = ?"),
      ...oneOf("type", type, "t.type"),
      ...ofAction(action),
      ...oneOf("category", category, "t.category"),
      ...when("from", from, "t.created_at >= ?"),
      ...when("to", to, "t.created_at < ?"),
      ...when("min", amountMin, "t.amount_micro_usd >= ?"),
      ...when("max", amountMax, "t.amount_micro_usd <= ?"),
    ],
    columns: "t.*",
    beside: `LEFT JOIN LATERAL (SELECT ${WALLET_TRANSACTION_COLUMNS} FROM wallet_transactions t
      WHERE t.id = page.id OFFSET 0) t ON true`,
  };
}
