// SQL: hot list: the columns of the page and the joins that supply them.

import {
  type CardTransactionFilters,
  cardTransactionList,
} from "@/lib/cards/lists/transaction-list";
import { readsIndexOfSearch } from "@/lib/cards/lists/transaction-search";
import type { CardTransactionCategory } from "@/lib/cards/states";
import type { CardTransactionRow } from "@/lib/cards/store";
import { listStatement } from "@/lib/db/list-statement";
import { queryList } from "@/lib/db/query-list";
import { querySearch } from "@/lib/db/query-search";
import { inOrder, type TransactionSort } from "@/lib/db/transaction-sort";
import { windowStatement } from "@/lib/db/window-statement";
import { isId } from "@/lib/kernel/ids";
import {
  MAX_SEARCHED,
  MAX_SEARCHED_FOR_ORDER,
  MAX_SEARCHED_FOR_TOTAL,
  type Page,
  type PageRequest,
} from "@/lib/kernel/page";
import { OWNER_COLUMNS, type Owner } from "./store";

export interface OwnedTransactionRow extends CardTransactionRow, Owner {
  category: CardTransactionCategory;
  fxFeeMicroUsd: bigint;
}

/**
 * Describes the list of the card transactions with their owners. Fees are folded, unless they are asked for by their
 * category, their kind or an id.
 */
function ownedTransactionList(partnerId: string, filters: CardTransactionFilters) {
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

/** As MAX_SEARCHED_FOR_TOTAL, for a search that compares the merchants: that takes longer than other filters. */
const MAX_COMPARED_FOR_TOTAL = 5_000;

/**
 * The statement of a page. Only a part of the list is searched, unless an index finds what matches.
 * Source: docs/decisions/0124-search-a-part-of-a-list.md
 */
export function ownedTransactionStatement(
  partnerId: string,
  filters: CardTransactionFilters,
  sort: TransactionSort,
  page: PageRequest,
) {
  const { search, isBroadSearch = false, declinedReasons } = filters;
  const list = { ...inOrder(ownedTransactionList(partnerId, filters), sort), page };
  const isFound = readsIndexOfSearch(search) && !isBroadSearch;
  if (isFound || declinedReasons !== undefined) return listStatement(list);
  return windowStatement(list, {
    columns: ["t.created_at", "t.id"],
    isAscending: sort === "oldest",
    kind: "card_transactions",
    size: MAX_SEARCHED,
    sizeForOrder: MAX_SEARCHED_FOR_ORDER,
    sizeForTotal: isBroadSearch ? MAX_COMPARED_FOR_TOTAL : MAX_SEARCHED_FOR_TOTAL,
  });
}

/**
 * Finds the card transactions that match the filters, in the requested order. A search collects the ids of those that
 * match; only one that finds too many is made again by comparing each transaction.
 */
export async function findOwnedTransactions(
  partnerId: string,
  filters: CardTransactionFilters,
  sort: TransactionSort,
  page: PageRequest,
): Promise<Page<OwnedTransactionRow>> {
  return querySearch((isBroadSearch) =>
    queryList<OwnedTransactionRow>(
      ownedTransactionStatement(partnerId, { ...filters, isBroadSearch }, sort, page),
      page.limit,
    ),
  );
}
