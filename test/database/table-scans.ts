import { expect } from "vitest";
import { disconnect } from "@/lib/db";
import { endSql, sql } from "../fixtures/make";

/** Reads a counter of the database for each of these tables, when all connections have reported theirs. */
async function counted(column: string, tables: readonly string[]) {
  await endSql();
  // A connection reports its counts when it ends, before it disappears from pg_stat_activity. Background writes, such
  // as those of the request log, can open another connection meanwhile.
  const open = async () => {
    await disconnect();
    return sql(
      `SELECT pid, query FROM pg_stat_activity WHERE datname = current_database()
       AND backend_type = 'client backend' AND pid <> pg_backend_pid() AND application_name <> 'listener'`,
    );
  };
  await expect.poll(open).toEqual([]);
  const rows = await sql(
    `SELECT relname, ${column} FROM pg_stat_user_tables WHERE relname = ANY ($1) ORDER BY relname`,
    [tables],
  );
  await endSql();
  return rows;
}

/** Returns the number of sequential scans of each of these tables. */
export const tableScans = (tables: readonly string[]) => counted("seq_scan", tables);

/** Returns the number of rows of a table that were read by its indexes. */
export async function rowsReadByIndex(table: string): Promise<number> {
  const [row] = await counted("idx_tup_fetch", [table]);
  return Number(row.idx_tup_fetch);
}

const ROWS_READ = `seq_tup_read + (SELECT coalesce(sum(i.idx_tup_read), 0) FROM pg_stat_user_indexes i
    WHERE i.relid = pg_stat_user_tables.relid) AS rows_read`;

/** Returns the number of rows of these tables that were read, from end to end or by indexes. */
export async function rowsRead(tables: readonly string[]): Promise<number> {
  const rows = await counted(ROWS_READ, tables);
  return rows.reduce((sum, row) => sum + Number(row.rows_read), 0);
}
