import { createHash } from "node:crypto";
import type pg from "pg";

/** What `_prisma_migrations` says of one migration. */
export type HistoryRow = {
  readonly name: string;
  readonly checksum: string;
  readonly state: "applied" | "unfinished";
};

/** The history that counts: rows that were rolled back are left out. Oldest first. */
export async function readHistory(client: pg.ClientBase): Promise<HistoryRow[]> {
  // Asked first, as a failed SELECT would also end the caller's transaction and its lock.
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

/** The checksum that Prisma writes for a script. */
export function checksumOf(script: string): string {
  return createHash("sha256").update(script).digest("hex");
}
