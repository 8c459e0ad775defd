import { type Listed, orderOf, rowsOf, type Statement } from "./list-statement";
import { statementName } from "./statement-name";

/** What a batch ends with, and the next one goes on after: the values of `sortedBy`, then the id. */
export type Place = readonly unknown[];

/** The place of a row that a statement of `batchStatement` found. */
export function placeOf(list: Listed, row: Record<string, unknown>): Place {
  return [...(list.sortedBy ?? []).map((_, index) => row[`sort_${index}`]), row.id];
}

/**
 * The next rows of a list, newest first, that stand after a place: however far into the list, only these are read.
 * Each row has its place beside what is shown of it.
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
