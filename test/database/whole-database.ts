import { sql } from "../fixtures/make";

/** What is written beside the requests, whenever there is time for it. */
const BESIDE = new Set(["public.request_log", "public.api_key_uses", "public.job_runs"]);

const hashOf = (table: string) =>
  `SELECT '${table}' AS name, count(*) || ' rows, ' || md5(string_agg(t::text, ' ' ORDER BY t::text)) AS hash FROM ${table} t`;

/** Every table of the service with the number of its rows and a hash over all of them: what differs was changed. */
export async function wholeDatabase(): Promise<Record<string, string>> {
  const tables = await sql(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'ledger')",
  );
  const names = tables.map(({ name }) => name).filter((name) => !BESIDE.has(name));
  const rows = await sql(names.map(hashOf).join(" UNION ALL "));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
