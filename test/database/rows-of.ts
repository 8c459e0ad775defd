import pg from "pg";
import { sql } from "../fixtures/make";

/**
 * Returns the rows of each table as one text, for comparison. In one statement, because tests compare many tables before and
 * after each of their requests.
 *
 * @param conditions which rows of each table, with the places of `values`
 * @param without columns that are left out
 */
export async function rowsOf(
  conditions: Readonly<Record<string, string>>,
  { values = [], without = [] }: { values?: unknown[]; without?: readonly string[] } = {},
): Promise<Record<string, string>> {
  const left = pg.escapeLiteral(`{${without.join()}}`);
  const parts = Object.entries(conditions).map(
    ([table, condition]) =>
      `SELECT '${table}' AS name, string_agg(row, ',' ORDER BY row) AS rows
       FROM (SELECT (to_jsonb(t) - ${left}::text[])::text AS row FROM ${table} t WHERE ${condition}) found`,
  );
  const tables = await sql(parts.join(" UNION ALL "), values);
  return Object.fromEntries(tables.map(({ name, rows }) => [name, rows ?? ""]));
}
