import type { PageRequest } from "@/lib/page";

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

export interface List {
  name: string;
  partnerId: string;
  page: PageRequest;
  /** SQL whose rows are those of the partner ($1) before any condition; ends with its WHERE. */
  from: string;
  /** The column that names a row; newest first is its descending order. */
  id: string;
  conditions: Condition[];
  /** The counter of the whole list: row_counts.kind. */
  kind: string;
  /** What is shown of each row, and the joins to `page.id` that find it. */
  columns: string;
  beside: string;
}

export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/**
 * A page of a list and its total, as one statement per set of conditions. The whole list's total comes from the
 * counters that triggers keep; what conditions leave is counted, by index. What is shown is looked up row by row once
 * the page is known.
 */
export function listStatement(list: List): Statement {
  const { partnerId, page, conditions } = list;
  const values: unknown[] = [partnerId, page.skip, page.limit];
  const filters = conditions.map(({ sql, values: own }) => {
    const places = own.map((value) => `$${values.push(value)}`);
    return ` AND ${sql.replaceAll("?", () => places.shift() ?? "")}`;
  });
  const rows = `${list.from}${filters.join("")}`;
  const total =
    conditions.length === 0
      ? `SELECT coalesce(sum(n), 0)::bigint AS total FROM row_counts WHERE scope = $1 AND kind = '${list.kind}'`
      : `SELECT count(*) AS total FROM ${rows}`;
  return {
    name: [list.name, ...conditions.map(({ name }) => name)].join("_"),
    text: `SELECT counted.total, page.id, ${list.columns} FROM (${total}) counted
       LEFT JOIN LATERAL (SELECT ${list.id} AS id FROM ${rows}
         ORDER BY ${list.id} DESC OFFSET $2 LIMIT $3) page ON true
       ${list.beside}
       ORDER BY page.id DESC`,
    values,
  };
}
