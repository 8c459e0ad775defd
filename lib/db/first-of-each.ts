// SQL: the first rows of each of several values of a column, read by an index that begins with the column.

import { ofOwnerInRange } from "./of-owner";

export interface OfEach {
  /** SQL of an array of the values. */
  values: string;
  /** The column, with the name of the rows, such as `e.action`. */
  column: string;
  /** SQL that yields the rows of all values; ends with its WHERE clause. */
  rows: string;
  /** The order of the rows of one value. */
  order: string;
  /** SQL of the greatest number of rows of each value. */
  length: string | number;
}

/**
 * SQL of the first rows of each value, under the name that `column` has for them, in no order. In the order of all rows alone, those
 * of all other values would be read until a page of these is found.
 */
export function firstOfEach({ values, column, rows, order, length }: OfEach): string {
  const [row] = column.split(".");
  return `(SELECT DISTINCT unnest(${values}::text[]) AS value) k CROSS JOIN LATERAL (SELECT ${row}.* FROM ${rows}
     AND ${ofOwnerInRange(column, "k.value")} ORDER BY ${order} LIMIT ${length}) ${row}`;
}
