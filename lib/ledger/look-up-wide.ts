import { lookUp } from "@/lib/db";
import { parseRows } from "./parse-rows";

/**
 * As `lookUp`, for rows of many columns: they come as one text, which the driver does not take apart field by field.
 * Columns are named as `parseRows` tells what they hold.
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
