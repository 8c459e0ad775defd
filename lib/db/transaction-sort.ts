import { LIST_SORTS } from "@/lib/kernel/page";
import type { Listed } from "./list-statement";

/** The sort orders of a list of transactions: by time and by amount. */
export const TRANSACTION_SORTS = [...LIST_SORTS, "largest", "smallest"] as const;
export type TransactionSort = (typeof TRANSACTION_SORTS)[number];

/**
 * Applies a sort order to a list of transactions `t`. The index of the filters contains the amounts, so an order by
 * amount reads all matching index entries and keeps one page. Source: docs/decisions/0024-filters-and-files.md.
 */
export function inOrder(list: Listed, sort: TransactionSort): Listed & { isAscending: boolean } {
  const isAscending = sort === "oldest" || sort === "smallest";
  if (sort === "newest" || sort === "oldest") return { ...list, isAscending };
  return { ...list, name: `${list.name}_size`, sortedBy: ["t.amount_micro_usd"], isAscending };
}
