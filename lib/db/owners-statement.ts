// SQL: builds the pages of lists of some owners, whose rows are read by the owner and merged.

import { MAX_COUNTED } from "@/lib/kernel/page";
import { firstOfEach } from "./first-of-each";
import { orderOf } from "./list-order";
import {
  afterCursor,
  type List,
  pageStatement,
  pageValues,
  rowsOf,
  type Statement,
  withSharedIds,
} from "./list-statement";
import { limitedTotal } from "./list-total";

/** The owners whose rows are listed, and the column that has their ids. */
export interface Owners {
  ids: readonly string[];
  column: string;
}

/**
 * Like `listStatement`, for the rows of some owners. For each of them as many rows are read as the page needs, so that other owners
 * cost nothing. An order by id has an index of each owner's rows; for another one, all rows of these owners are read.
 */
export function ownersStatement(list: List, { ids, column }: Owners): Statement {
  const values = pageValues(list);
  const owners = `$${values.push(ids)}`;
  const shared = withSharedIds(list.conditions, values);
  const rows = rowsOf(list.from, shared.conditions, values);
  const after = afterCursor(list, values);
  const { cut } = orderOf({ ...list, owner: column }, list.isAscending ?? false);
  const first = (each: string, length: string | number) =>
    firstOfEach({ values: owners, column, rows: each, order: cut, length });
  return pageStatement(list, {
    shared,
    total: `SELECT ${limitedTotal("count(*)")}
      FROM (SELECT FROM ${first(rows, MAX_COUNTED + 1)} LIMIT ${MAX_COUNTED + 1}) c`,
    rows: first(`${rows}${after?.condition ?? ""}`, "$2::bigint + $3::bigint"),
    after,
    values,
  });
}
