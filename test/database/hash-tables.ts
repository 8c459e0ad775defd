import { sql } from "../fixtures/make";

/** Tables that background work writes at any time. */
const BESIDE = new Set(["public.request_log", "public.api_key_uses", "public.job_runs"]);

const hashOf = (table: string) =>
  `SELECT '${table}' AS name, count(*) || ' rows, ' || md5(string_agg(t::text, ' ' ORDER BY t::text)) AS hash FROM ${table} t`;

/**
 * Returns the row count and a hash of the rows of every table of the service; a table with another value was changed.
 */
export async function hashTables(): Promise<Record<string, string>> {
  const tables = await sql(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'ledger')",
  );
  const names = tables.map(({ name }) => name).filter((name) => !BESIDE.has(name));
  const rows = await sql(names.map(hashOf).join(" UNION ALL "));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
