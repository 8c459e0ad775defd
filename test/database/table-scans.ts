import { expect } from "vitest";
import { disconnect } from "@/lib/db";
import { endSql, sql } from "../fixtures/make";

/** How often each of these tables was read from its beginning to its end. */
export async function tableScans(tables: readonly string[]) {
  await endSql();
  // Each connection counts what it read as it ends, and is gone from the list after that. What is written in the
  // background meanwhile, as the log of requests is, opens another one.
  const open = async () => {
    await disconnect();
    return sql(
      `SELECT pid, query FROM pg_stat_activity WHERE datname = current_database()
       AND backend_type = 'client backend' AND pid <> pg_backend_pid() AND application_name <> 'listener'`,
    );
  };
  await expect.poll(open).toEqual([]);
  const rows = await sql(
    "SELECT relname, seq_scan FROM pg_stat_user_tables WHERE relname = ANY ($1) ORDER BY relname",
    [tables],
  );
  await endSql();
  return rows;
}
