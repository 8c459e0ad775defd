import { findIsBroad } from "@/lib/db/find-is-broad";
import { listStatement } from "@/lib/db/list-statement";
import { queryList } from "@/lib/db/query-list";
import { querySearch } from "@/lib/db/query-search";
import { inOrder, type TransactionSort } from "@/lib/db/transaction-sort";
import type { ListSort, Page, PageRequest } from "@/lib/kernel/page";
import type { CardSummaryRow, CardTransactionRow } from "../store";
import { type CardFilters, cardList } from "./card-list";
import { type CardTransactionFilters, cardTransactionList } from "./transaction-list";
import { collectedTransactions } from "./transaction-search";

/** Finds the cards that match the filters, in the requested order. */
export function findCards(
  partnerId: string,
  filters: CardFilters,
  sort: ListSort,
  page: PageRequest,
): Promise<Page<CardSummaryRow>> {
  const isAscending = sort === "oldest";
  return querySearch((isBroadSearch) => {
    const list = cardList(partnerId, { ...filters, isBroadSearch });
    // Each card has at most one id for each of its two names, so more than MAX_COUNTED cards are found.
    const isLong = isBroadSearch && list.conditions.length === 1;
    const counted = { kind: "cards", isLong, isAscending };
    return queryList(listStatement({ ...list, ...counted, page }), page.limit);
  });
}

/** Finds the card transactions that match the filters, in the requested order. */
export function findCardTransactions(
  partnerId: string,
  filters: CardTransactionFilters,
  sort: TransactionSort,
  page: PageRequest,
): Promise<Page<CardTransactionRow>> {
  const list = inOrder(cardTransactionList(partnerId, filters), sort);
  return queryList(listStatement({ ...list, kind: "card_transactions", page }), page.limit);
}

/**
 * Tells whether so many transactions match a search that collecting their ids would cost more than comparing each
 * transaction of the list: `isBroadSearch` of the list's filters.
 */
export const findIsBroadSearch = (
  partnerId: string,
  search: string | undefined,
): Promise<boolean> => findIsBroad(collectedTransactions(partnerId, search));
