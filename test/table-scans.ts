import { expect } from "vitest";
import { disconnect } from "@/lib/db";
import { endSql, sql } from "./make";

/** How often each of these tables was read from its beginning to its end. */
export async function tableScans(tables: readonly string[]) {
  // Each connection counts what it read as it ends, and is gone from the list after that.
  await Promise.all([disconnect(), endSql()]);
  await expect
    .poll(() =>
      sql(
        `SELECT pid, query FROM pg_stat_activity WHERE datname = current_database()
         AND backend_type = 'client backend' AND pid <> pg_backend_pid() AND query NOT LIKE 'LISTEN%'`,
      ),
    )
    .toEqual([]);
  const rows = await sql(
    "SELECT relname, seq_scan FROM pg_stat_user_tables WHERE relname = ANY ($1) ORDER BY relname",
    [tables],
  );
  await endSql();
  return rows;
}
