import { createHash } from "node:crypto";
import type pg from "pg";

/** A row of `_prisma_migrations`. */
export type HistoryRow = {
  readonly name: string;
  readonly checksum: string;
  readonly state: "applied" | "unfinished";
};

/** Returns the rows of the history without those that were rolled back, oldest first. */
export async function readHistory(client: pg.ClientBase): Promise<HistoryRow[]> {
  // The table is looked up first: a failed SELECT would also end the caller's transaction and its lock.
  const table = await client.query("SELECT to_regclass('_prisma_migrations') AS found");
  if (table.rows[0]?.found === null) return [];
  const { rows } = await client.query<{ name: string; checksum: string; finished: boolean }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  );
  return rows.map(({ name, checksum, finished }) => ({
    name,
    checksum,
    state: finished ? "applied" : "unfinished",
  }));
}

/** Returns the checksum that Prisma stores for a script. */
export function checksumOf(script: string): string {
  return createHash("sha256").update(script).digest("hex");
}
