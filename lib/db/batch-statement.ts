// SQL: builds the batches of exports, which continue after a row of any order.

import { orderOf } from "./list-order";
import { type List, type Listed, rowsOf, type Statement } from "./list-statement";
import { statementName } from "./statement-name";

/** The last row of a batch, after which the next batch starts: the values of `sortedBy`, then the id. */
export type Place = readonly unknown[];

/** The place of a row that `batchStatement` returned. */
export function placeOf(list: Listed, row: Record<string, unknown>): Place {
  return [...(list.sortedBy ?? []).map((_, index) => row[`sort_${index}`]), row.id];
}

/**
 * The next rows of a list after a place, newest first unless it is ascending. Only these rows are read, however far into the
 * list. Each row includes its place, so that the next batch begins there also when the values of the row have changed.
 */
export function batchStatement(
  list: Listed & Pick<List, "isAscending">,
  after: Place | undefined,
  limit: number,
): Statement {
  const { isAscending = false } = list;
  const values: unknown[] = [list.scope, limit];
  const columns = [...(list.sortedBy ?? []), list.id];
  const beyond = after && {
    name: "on",
    sql: `(${columns.join(", ")}) ${isAscending ? ">" : "<"} (${columns.map(() => "?").join(", ")})`,
    values: [...after],
  };
  const conditions = [...list.conditions, ...(beyond ? [beyond] : [])];
  const { keys, cut, shown } = orderOf(list, isAscending);
  const rows = rowsOf(list.from, conditions, values);
  return {
    name: statementName(
      ...[
        list.name,
        "batch",
        ...conditions.map(({ name }) => name),
        ...(isAscending ? ["up"] : []),
      ],
    ),
    text: `SELECT page.*, ${list.columns}
       FROM (SELECT ${keys.join(", ")} FROM ${rows} ORDER BY ${cut} LIMIT $2) page
       ${list.beside}
       ORDER BY ${shown}`,
    values,
  };
}
