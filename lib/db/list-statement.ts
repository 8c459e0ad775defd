import { type IdPrefix, isId } from "@/lib/kernel/ids";
import type { PageRequest } from "@/lib/kernel/page";
import { statementName } from "./statement-name";

/** One condition of a list. In its SQL each `?` stands for the next of its values. */
export interface Condition {
  name: string;
  sql: string;
  values: unknown[];
}

/** A condition when its value is given, and none when it is not. */
export function when(name: string, value: unknown, sql: string): Condition[] {
  return value === undefined ? [] : [{ name, sql, values: [value] }];
}

/** A condition by an id that a client names, however often the SQL asks for it: what cannot be an id finds nothing. */
export function ofId(
  name: string,
  prefix: IdPrefix,
  id: string | undefined,
  sql: string,
): Condition[] {
  if (id === undefined) return [];
  if (!isId(prefix, id)) return [{ name: "none", sql: "false", values: [] }];
  return [
    {
      name,
      sql,
      values: sql
        .split("?")
        .slice(1)
        .map(() => id),
    },
  ];
}

/** Which rows, in which order, and what is shown of each. */
export interface Listed {
  name: string;
  /** The value of $1: the partner of a partner's list. */
  scope: unknown;
  /** SQL whose rows are the whole list, such as those of the partner $1; ends with its WHERE. */
  from: string;
  /** The column that names a row; it decides between rows that are alike in `sortedBy`. */
  id: string;
  /** The columns that rows are ordered by before their id; none when the id alone is the order. */
  sortedBy?: readonly string[];
  conditions: Condition[];
  /**
   * What is shown of each row, and the joins to `page.id` that find it: one by one (`OFFSET 0`), as the planner cannot
   * know how short a page is, and by nothing but the id where it can be, as old statistics may choose another index.
   */
  columns: string;
  beside: string;
}

export interface List extends Listed {
  page: PageRequest;
  /** The counter of the whole list: row_counts.kind, of the scope. A list without one is counted each time. */
  kind?: string;
  /** Descending, newest first, when left out. */
  isAscending?: boolean;
}

export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/** The rows that the conditions leave, as SQL; their values go to the end of `values`. */
export function rowsOf(from: string, conditions: readonly Condition[], values: unknown[]): string {
  const filters = conditions.map(({ sql, values: own }) => {
    const places = own.map((value) => `$${values.push(value)}`);
    return ` AND ${sql.replaceAll("?", () => places.shift() ?? "")}`;
  });
  return `${from}${filters.join("")}`;
}

/** The columns that a page is ordered by, as it is cut out and once more where it is shown. */
export function orderOf({ id, sortedBy = [] }: Listed, isAscending: boolean) {
  const direction = isAscending ? "" : " DESC";
  const order = (columns: readonly string[]) =>
    columns.map((column) => `${column}${direction}`).join(", ");
  return {
    keys: [...sortedBy.map((column, index) => `${column} AS sort_${index}`), `${id} AS id`],
    cut: order([...sortedBy, id]),
    shown: order([...sortedBy.map((_, index) => `page.sort_${index}`), "page.id"]),
  };
}

/**
 * A page of a list and its total, as one statement per set of conditions. The whole list's total comes from the
 * counters that triggers keep; what conditions leave is counted, by index. What is shown is looked up row by row once
 * the page is known.
 */
export function listStatement(list: List): Statement {
  const { scope, kind, page, conditions, isAscending = false } = list;
  const values: unknown[] = [scope, page.skip, page.limit];
  const rows = rowsOf(list.from, conditions, values);
  const { keys, cut, shown } = orderOf(list, isAscending);
  const total =
    conditions.length === 0 && kind !== undefined
      ? `SELECT coalesce(sum(n), 0)::bigint AS total FROM row_counts WHERE scope = $1 AND kind = '${kind}'`
      : `SELECT count(*) AS total FROM ${rows}`;
  const names = [list.name, ...conditions.map(({ name }) => name)];
  return {
    name: statementName(...names, ...(isAscending ? ["up"] : [])),
    text: `SELECT counted.total, page.id, ${list.columns} FROM (${total}) counted
       LEFT JOIN LATERAL (SELECT ${keys.join(", ")} FROM ${rows} ORDER BY ${cut} OFFSET $2 LIMIT $3) page ON true
       ${list.beside}
       ORDER BY ${shown}`,
    values,
  };
}
