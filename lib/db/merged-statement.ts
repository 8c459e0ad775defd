// SQL: builds the pages of lists that are read in parts, each in the order of an index of its own.

import { MAX_COUNTED } from "@/lib/kernel/page";
import { orderOf } from "./list-order";
import {
  afterCursor,
  conditionsOf,
  type List,
  pageStatement,
  pageValues,
  type Statement,
  withSharedIds,
} from "./list-statement";
import { limitedTotal, NOT_COUNTED, totalWithin } from "./list-total";

/**
 * SQL of the first rows of each part of a list, `length` of each at most, under the name of the list's rows and in no order.
 * @param conditions SQL of conditions, each beginning with AND
 */
type FirstOfParts = (conditions: string, length: string | number) => string;

/** SQL of the total of a list in parts: its matches counted up to MAX_COUNTED, or those of its first rows. */
function totalOfParts(
  { countWithin, page }: List,
  first: FirstOfParts,
  { matching, order }: { matching: string; order: string },
): string {
  if (page.isUncounted) return NOT_COUNTED;
  if (countWithin)
    return totalWithin(countWithin, { from: first("", countWithin.size + 1), order, matching });
  return `SELECT ${limitedTotal("count(*)")}
    FROM (SELECT FROM ${first(matching, MAX_COUNTED + 1)} LIMIT ${MAX_COUNTED + 1}) c`;
}

/**
 * Like `listStatement`, for a list in parts. Each part is read as far as the page needs: with a condition that makes all of its rows
 * seem few, PostgreSQL would read and sort the whole list.
 * @param parts may append to the values, and does so before the conditions
 */
export function mergedStatement(list: List, parts: (values: unknown[]) => FirstOfParts): Statement {
  const { conditions, isAscending = false } = list;
  const values = pageValues(list);
  const first = parts(values);
  const shared = withSharedIds(conditions, values);
  const matching = conditionsOf(shared.conditions, values);
  const after = afterCursor(list, values);
  const { cut } = orderOf(list, isAscending);
  return pageStatement(list, {
    shared,
    total: totalOfParts(list, first, { matching, order: cut }),
    rows: first(`${matching}${after?.condition ?? ""}`, "$2::bigint + $3::bigint"),
    after,
    values,
  });
}
