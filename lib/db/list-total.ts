// SQL: the totals of the hot lists: a stored counter, or rows counted up to a limit.

import { MAX_COUNTED, type PageRequest } from "@/lib/kernel/page";

/**
 * SQL of the columns of a total that was counted up to one row more than MAX_COUNTED.
 * @param hasMore SQL of further reasons why the list may be longer
 */
export const limitedTotal = (counted: string, ...hasMore: string[]): string =>
  `least(${counted}, ${MAX_COUNTED}) AS total, ${[`${counted} > ${MAX_COUNTED}`, ...hasMore].join(" OR ")} AS "hasMoreThanTotal"`;

/**
 * SQL that selects rows to be counted, up to one more than MAX_COUNTED. They are read in the order of the page, so that
 * the planner uses the same index as for the page: any MAX_COUNTED rows of a table may be far apart.
 */
export const rowsToCount = (rows: string, order: string): string =>
  `SELECT FROM ${rows} ORDER BY ${order} LIMIT ${MAX_COUNTED + 1}`;

/** SQL of the total of a list whose length nobody reads. */
export const NOT_COUNTED = "SELECT NULL::bigint AS total";

/** SQL of the total of a list that is known to be longer than MAX_COUNTED. */
const MORE_THAN_COUNTED = `SELECT ${MAX_COUNTED}::bigint AS total, true AS "hasMoreThanTotal"`;

/** SQL of a stored counter. */
export const counterOf = (scope: string, kind: string): string =>
  `SELECT coalesce(sum(n), 0)::bigint AS total FROM row_counts WHERE scope = ${scope} AND kind = ${kind}`;

/** What is known of the length of a list. */
export interface Countable {
  /**
   * The counter of the whole list: row_counts.kind, within the scope. Without a counter, the rows are counted up to
   * MAX_COUNTED.
   */
  kind?: string;
  /** SQL of the total of the whole list, for a list whose scope has no counter. */
  total?: string;
  /** More than MAX_COUNTED rows match. */
  isLong?: boolean;
}

/** A condition of the list. `total`: SQL of the number of rows that match it alone, where it is stored. */
interface Counted {
  total?: string;
  values: readonly unknown[];
}

/** SQL of the total of a list: a stored counter, or the rows counted up to MAX_COUNTED. May append to `values`. */
export function totalOf(
  list: Countable & { conditions: readonly Counted[]; page: PageRequest },
  rows: string,
  order: string,
  values: unknown[],
): string {
  const { kind, total, isLong, conditions, page } = list;
  if (page.isUncounted) return NOT_COUNTED;
  if (isLong) return MORE_THAN_COUNTED;
  const [only, ...more] = conditions;
  const whole = kind === undefined ? total : counterOf("$1", `'${kind}'`);
  if (only === undefined && whole !== undefined) return whole;
  if (only?.total !== undefined && more.length === 0)
    return only.total.replace("?", () => `$${values.push(only.values[0])}`);
  return `SELECT ${limitedTotal("count(*)")} FROM (${rowsToCount(rows, order)}) c`;
}

/** A part of a list, its first rows in the order of the page, in which the matches are counted. */
export interface CountWindow {
  /** The name of the list's rows in its conditions. */
  row: string;
  size: number;
}

/** SQL of the columns of a total that was counted among the first rows of a list. `matching` begins with AND. */
export function totalWithin(
  { row, size }: CountWindow,
  { from, order, matching }: { from: string; order: string; matching: string },
): string {
  const first = `(SELECT * FROM ${from} ORDER BY ${order} LIMIT ${size}) ${row} WHERE true${matching}`;
  return `SELECT ${limitedTotal("n", `EXISTS (SELECT FROM ${from} ORDER BY ${order} OFFSET ${size} LIMIT 1)`)}
    FROM (SELECT count(*) AS n FROM (${rowsToCount(first, order)}) r) c`;
}
