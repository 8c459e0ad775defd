// SQL: the totals of the hot lists: a stored counter, or rows counted up to a limit.

import { MAX_COUNTED } from "@/lib/kernel/page";

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

/** SQL of a stored counter. */
export const counterOf = (scope: string, kind: string): string =>
  `SELECT coalesce(sum(n), 0)::bigint AS total FROM row_counts WHERE scope = ${scope} AND kind = ${kind}`;

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
