import { LIST_SORTS } from "@/lib/kernel/page";
import type { Listed } from "./list-statement";

/** The orders of a list of transactions: by when, and by how much. */
export const TRANSACTION_SORTS = [...LIST_SORTS, "largest", "smallest"] as const;
export type TransactionSort = (typeof TRANSACTION_SORTS)[number];

/**
 * A list of transactions `t` in one of their orders. Amounts stand in the index that the rows are found by: all that the
 * filters leave is read from it, and a page of them kept. Source: docs/decisions/0024-filters-and-files.md.
 */
export function inOrder(list: Listed, sort: TransactionSort): Listed & { isAscending: boolean } {
  const isAscending = sort === "oldest" || sort === "smallest";
  if (sort === "newest" || sort === "oldest") return { ...list, isAscending };
  return { ...list, name: `${list.name}_size`, sortedBy: ["t.amount_micro_usd"], isAscending };
}
