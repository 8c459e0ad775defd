// SQL: hot list: the columns of the page and the joins that supply them.

import {
  type CardTransactionFilters,
  cardTransactionList,
} from "@/lib/cards/lists/transaction-list";
import type { CardTransactionCategory } from "@/lib/cards/states";
import type { CardTransactionRow } from "@/lib/cards/store";
import { listStatement } from "@/lib/db/list-statement";
import { queryList } from "@/lib/db/query-list";
import { inOrder, type TransactionSort } from "@/lib/db/transaction-sort";
import { isId } from "@/lib/kernel/ids";
import type { Page, PageRequest } from "@/lib/kernel/page";
import { OWNER_COLUMNS, type Owner } from "./store";

export interface OwnedTransactionRow extends CardTransactionRow, Owner {
  category: CardTransactionCategory;
  fxFeeMicroUsd: bigint;
}

/**
 * Describes the list of the card transactions with their owners. Fees are folded, unless they are asked for by their
 * category, their kind or an id.
 */
export function ownedTransactionList(partnerId: string, filters: CardTransactionFilters) {
  const { category, kinds, search } = filters;
  const asksFees = category !== undefined || kinds?.includes("fx_fee");
  const foldsFees = !asksFees && !(search && isId("txn", search.trim()));
  const list = cardTransactionList(partnerId, { ...filters, foldsFees });
  return {
    ...list,
    name: "owned_txns",
    columns: `${list.columns}, x.*`,
    beside: `${list.beside} LEFT JOIN LATERAL (
      SELECT own.category, own.fx_fee_micro_usd AS "fxFeeMicroUsd", ${OWNER_COLUMNS}
      FROM card_transactions own JOIN cards c ON c.id = own.card_id JOIN users u ON u.id = c.user_id
      WHERE own.id = page.id OFFSET 0) x ON true`,
  };
}

/** Finds the card transactions that match the filters, in the requested order. */
export function findOwnedTransactions(
  partnerId: string,
  filters: CardTransactionFilters,
  sort: TransactionSort,
  page: PageRequest,
): Promise<Page<OwnedTransactionRow>> {
  const list = inOrder(ownedTransactionList(partnerId, filters), sort);
  return queryList(listStatement({ ...list, page }), page.limit);
}
