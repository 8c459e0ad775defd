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

/**
 * Checksums of earlier texts of a migration, which made exactly the same database. A text is only replaced when a newer
 * PostgreSQL refuses it; databases that the earlier one was applied to stay as they are.
 */
const EARLIER_TEXTS: Readonly<Record<string, readonly string[]>> = {
  // PostgreSQL 17.12 refuses ADD COLUMN with a default where a function with a parsed body takes the table's row.
  "0240_mail": ["d798c1fed20cc1d6f724750fd91f45aafa3b11824200846639a58c05603fcf7d"],
};

/** Whether an applied migration is the script that this version has, or an earlier text of it. */
export function isSameMigration(name: string, script: string, appliedChecksum: string): boolean {
  return (
    checksumOf(script) === appliedChecksum ||
    EARLIER_TEXTS[name]?.includes(appliedChecksum) === true
  );
}
