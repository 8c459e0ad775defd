// SQL: hot path: rows as one JSON text on a pipelined connection.

import { lookUp } from "./index";
import { parseRows } from "./parse-rows";

/**
 * Like `lookUp`, for rows of many columns: the rows arrive as one JSON text, which saves the driver's work per field.
 * Column names must follow the convention of `parseRows`.
 */
export async function lookUpWide<Row extends object>(
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const [found] = await lookUp<{ rows: string }>(
    name,
    `SELECT coalesce(json_agg(found), '[]')::text AS rows FROM (${text}) found`,
    values,
  );
  if (!found) throw new Error(`${name} has not answered`);
  return parseRows<Row>(found.rows);
}
