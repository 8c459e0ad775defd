// SQL: builds the batches of exports, which continue after a row of any order.

import { type Listed, orderOf, rowsOf, type Statement } from "./list-statement";
import { statementName } from "./statement-name";

/** The last row of a batch, after which the next batch starts: the values of `sortedBy`, then the id. */
export type Place = readonly unknown[];

/** The place of a row that `batchStatement` returned. */
export function placeOf(list: Listed, row: Record<string, unknown>): Place {
  return [...(list.sortedBy ?? []).map((_, index) => row[`sort_${index}`]), row.id];
}

/**
 * The next rows of a list after a place, newest first. Only these rows are read, however far into the list.
 * Each row includes its place.
 */
export function batchStatement(list: Listed, after: Place | undefined, limit: number): Statement {
  const values: unknown[] = [list.scope, limit];
  const columns = [...(list.sortedBy ?? []), list.id];
  const beyond = after && {
    name: "on",
    sql: `(${columns.join(", ")}) < (${columns.map(() => "?").join(", ")})`,
    values: [...after],
  };
  const conditions = [...list.conditions, ...(beyond ? [beyond] : [])];
  const { keys, cut, shown } = orderOf(list, false);
  const rows = rowsOf(list.from, conditions, values);
  return {
    name: statementName(list.name, "batch", ...conditions.map(({ name }) => name)),
    text: `SELECT page.*, ${list.columns}
       FROM (SELECT ${keys.join(", ")} FROM ${rows} ORDER BY ${cut} LIMIT $2) page
       ${list.beside}
       ORDER BY ${shown}`,
    values,
  };
}
